#!/bin/bash
# More random switches (tests/rtl_widths.c).
exec "${SLUICE_BUILD:-build}/tests/rtl_widths" many
