#!/bin/bash
# docs/parameters.md is what the table says.
set -u
echo 1..1
if difference=$("${SLUICE_PARAMETERS:-build/parameters}" | diff docs/parameters.md -); then
	echo "ok 1 - docs/parameters.md is current"
else
	echo "not ok 1 - docs/parameters.md is current; make docs"
	echo "$difference" | sed 's/^/# /'
fi
