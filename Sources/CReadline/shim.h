#pragma once
// stdio.h first: readline's own headers use FILE and do not include it.
#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>
