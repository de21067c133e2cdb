#!/bin/bash
# Ten million cycles of each traffic on the default switch, and on that which sorts heads.
exec env CYCLES=10000000 tests/lockstep_default.sh
