#!/bin/bash
# The Python package, from its sources and with the library that was built: a sweep of many points in one call, on all processors, and each of its
# results byte by byte what the command says; errors with the command's line; a switch, its registers and pins.
top=$(realpath "$(dirname "$0")/..")
build=$(realpath "${SLUICE_BUILD:-build}")
. "$(dirname "$0")/lib/tap.sh"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>err || skip "python3 of 3.9 or later is not installed"
[ -e "$build/lib/libsluice.so" ] || skip "make library has not been run"
nm "$build"/lib/libsluice.so | grep -q __asan_init && skip "a library under sanitizers cannot be loaded by a Python without"
export PYTHONPATH=$top/lib/python PYTHONDONTWRITEBYTECODE=1 SLUICE_LIBRARY=$build/lib/libsluice.so SLUICE=$sluice
python3 "$top/tests/lib/python_package.py" >out 2>err
status=$?
cat out
n=$(grep -c '^\(not \)\?ok ' out)
[ $status = 0 ] && [ ! -s err ]
ok $? "nothing else is said"
plan
