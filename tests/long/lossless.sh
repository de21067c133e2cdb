#!/bin/bash
# More random switches (tests/lossless.c).
exec "${SLUICE_BUILD:-build}/tests/lossless" many
