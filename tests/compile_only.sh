#!/bin/bash
# Compiling and installing ask for what they need: a compiler and cJSON, from wherever, and no package of tests or of tools that commands call.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
unset MAKEFLAGS MFLAGS MAKELEVEL

mkdir bin
printf '#!/bin/sh\nexit 0\n' >bin/dpkg-query      # nothing is installed
chmod +x bin/dpkg-query
quiet() { (cd "$top" && PATH=$dir/bin:$PATH make -s "$@") >out 2>err; }

quiet can-compile
[ $? = 0 ] && [ ! -s out ] && [ ! -s err ]
ok $? "a compiler that no package brought"
quiet CC=no-compiler can-compile
[ $? = 2 ] && [ "$(head -n 1 err)" = "missing packages; as root: apt-get install gcc libc6-dev libcjson-dev make" ]
ok $? "no compiler: the packages of compiling, and no other"
quiet CPPFLAGS=-nostdinc can-compile
[ $? = 2 ] && grep -q '^missing packages; .* libcjson-dev' err
ok $? "no cJSON"
for target in all library install; do
	quiet -n BUILD=build/none $target
	[ $? = 0 ] && [ -s out ] && ! grep -q 'apt-get update' out
	ok $? "make $target installs no package"
done
quiet -n BUILD=build/none test
[ $? = 0 ] && grep -q 'apt-get update' out
ok $? "make test does"

plan
