#!/bin/bash
# A fault in every register, memory and output of all units (tests/planted_faults.c).
exec "${SLUICE_BUILD:-build}/tests/planted_faults" many
