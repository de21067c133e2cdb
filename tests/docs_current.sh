#!/bin/bash
# The pages that are made from tables are what the tables say.
set -u
n=0

current() {     # current PAGE ARGUMENT...
	local page=$1 difference
	shift
	n=$((n + 1))
	if difference=$("${SLUICE_PARAMETERS:-build/parameters}" "$@" | diff "$page" -); then
		echo "ok $n - $page is current"
	else
		echo "not ok $n - $page is current; make docs"
		echo "$difference" | sed 's/^/# /'
	fi
}

echo 1..2
current docs/parameters.md
current docs/simulation-options.md simulation
