// Enums of C whose values have gaps, for the states of Tests/HostileStates.
#ifndef CGAPS_H
#define CGAPS_H

#include <stdint.h>

/// An enum that later versions may extend: any value may come from elsewhere.
enum __attribute__((enum_extensibility(open))) Signal : uint8_t {
  SignalRed = 1,
  SignalAmber = 4,
  SignalGreen = 200,
};

/// An enum that claims to be complete.
enum __attribute__((enum_extensibility(closed))) Lamp : uint32_t {
  LampOff = 10,
  LampDim = 20,
  LampBright = 4000000000,
};

/// A reading of a device, which gives what the device sends, case or not.
enum Signal gaps_signal(uint8_t raw);
enum Lamp gaps_lamp(uint32_t raw);

#endif
