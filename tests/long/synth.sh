#!/bin/bash
# A switch of four ports (tests/synth.sh).
exec env SYNTH_RADIX=4 tests/synth.sh
