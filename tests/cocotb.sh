#!/bin/bash
# The example of examples/cocotb runs: random frames, with stalls, arrive. Skips without cocotb and cocotbext-axi.
example=$(realpath "$(dirname "$0")/../examples/cocotb")
. "$(dirname "$0")/lib/tap.sh"

if command -v cocotb-config >/dev/null && cocotb-config --makefiles >/dev/null 2>&1 && "$(cocotb-config --python-bin)" -c 'import cocotbext.axi' 2>/dev/null; then
	cp "$example"/Makefile "$example"/*.v "$example"/*.py .
	make SLUICE="$sluice" ARGS="--scheme 1q" FRAMES=20 FRAME_BYTES=200 >out 2>err
	check "20 frames of 1 to 200 bytes" grep -q 'TESTS=1 PASS=1 FAIL=0' out
else
	n=1
	echo "ok 1 - examples/cocotb # SKIP cocotb and cocotbext-axi are not installed"
fi
plan
