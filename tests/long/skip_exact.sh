#!/bin/bash
# More random switches, stepped in every cycle and only when they ask (tests/skip_exact.c).
exec "${SLUICE_BUILD:-build}/tests/skip_exact" many
