#!/bin/bash
# Memories of all schemes in each family of FPGAs (tests/synth_fpga.sh).
exec env SYNTH_SHAPES=all tests/synth_fpga.sh
