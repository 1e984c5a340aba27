#include "CGaps.h"

enum Signal gaps_signal(uint8_t raw) { return (enum Signal)raw; }
enum Lamp gaps_lamp(uint32_t raw) { return (enum Lamp)raw; }
