#!/bin/bash
# An archive of OTF2 with every file cut at every length, and fifty bits flipped in each: refused with one line, or a run that ends.
. "$(dirname "$0")/../lib/otf2.sh"
. "$(dirname "$0")/../lib/tap.sh"
have_otf2
messages_text
archive <messages.txt
damaged 1000000 50 500
plan
