#pragma once
// stdio.h first: readline's own headers use FILE and do not include it.
#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>
// macOS has libedit under the same names: another library, that says it is version 4.2.
#if !defined(RL_READLINE_VERSION) || RL_READLINE_VERSION < 0x0700
#error "inspect needs GNU readline 7 or later, and found libedit: brew install readline pkg-config"
#endif
