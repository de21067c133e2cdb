#!/bin/bash
# Ten million cycles of each traffic on the default switch.
exec env CYCLES=10000000 tests/lockstep_default.sh
