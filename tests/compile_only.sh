#!/bin/bash
# Compiling and installing ask for what they need: a compiler and cJSON, from wherever, and no package of tests or of tools that commands call.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
unset MAKEFLAGS MFLAGS MAKELEVEL WERROR

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
	[ $? = 0 ] && [ -s out ] && ! grep -q 'apt-get update\|-Werror' out
	ok $? "make $target installs no package, and no warning ends it"
done
quiet -n BUILD=build/none test
[ $? = 0 ] && grep -q 'apt-get update' out
ok $? "make test does"
quiet -n BUILD=build/none deb
[ $? = 0 ] && grep 'for p in .*debhelper' out | grep -qvw yosys
ok $? "make deb only what a package is built from"
quiet -n BUILD=build/none fuzz
check "make fuzz the run-time library of any release of clang" grep -q 'for p in .* libclang-rt-dev' out

# Who asks for packages: stand-ins for apt, which knows nothing of one of them, and for who runs it.
write() { cat >"bin/$1" && chmod +x "bin/$1"; }
write apt-cache <<<'for p; do case $p in -*|show|qflow-*) ;; *) echo "Package: $p" ;; esac; done'
write apt-get <<END
echo "\$*" >>"$dir/asked"
case "\$* " in *opensta*) [ ! -e "$dir/optional_fails" ] ;; *) [ ! -e "$dir/all_fail" ] ;; esac
END
write id <<<"cat '$dir/user'"
write sudo <<<'exit 1'
asked() { rm -f asked; quiet "$@"; }
installs() { grep -q "^install .* $1\( \|$\)" asked; }
echo 0 >user
asked deps
[ $? = 0 ] && [ "$(wc -l <asked)" = 2 ] && [ "$(head -n 1 asked)" = "update -q" ] && installs yosys && installs opensta && ! grep -q qflow asked
ok $? "make deps installs what there is of optional packages"
touch optional_fails
asked deps
[ $? = 0 ] && [ "$(wc -l <asked)" = 3 ] && ! tail -n 1 asked | grep -q opensta && grep -q '^goes on without these packages: opensta$' err
ok $? "... goes on when these cannot be installed"
touch all_fail
asked deps
check "... and not when others cannot" [ $? = 2 ]
echo 1000 >user
asked deps
[ $? = 2 ] && [ ! -e asked ] && grep -q '^missing packages; as root: apt-get install .* verilator' err && ! grep -q qflow err
ok $? "without a right to install they are named"
# All that are needed are there.
write dpkg-query <<<"for p in \$(sed -n 's/^\(COMPILE_PACKAGES\|PACKAGES\) := \(\$(COMPILE_PACKAGES) \)\?//p' '$top/Makefile'); do echo \$p installed; done"
asked deps
[ $? = 0 ] && [ ! -e asked ] && [ "$(cat err)" = "goes on without these packages: opensta" ]
ok $? "... and optional ones do not stop"
write dpkg-query <<<"for p in \$(sed -n 's/^[A-Z_]*PACKAGES := //p' '$top/Makefile'); do echo \$p installed; done"
asked deps
[ $? = 0 ] && [ ! -e asked ] && [ ! -s err ]
ok $? "... and nothing is said when all are there"

# A compiler for another processor, which cannot link what is here: its tools, and no MPI or OTF2 of this machine.
printf '#!/bin/sh\ncase $* in -print-prog-name=*) echo "other-${1#*=}" ;; *) exit 1 ;; esac\n' >bin/other-gcc
chmod +x bin/other-gcc
quiet -n CC=other-gcc BUILD=build/none library
grep -q 'other-ar rcs' out && grep -q 'other-objcopy --wildcard' out && ! grep -Eq '(^|[ ;])(ar rcs|objcopy|ld -r)' out
ok $? "another compiler: its tools"
quiet -n CC=other-gcc BUILD=build/none CFLAGS=-flto build/none/obj/spec/nearest.o
check "the library has code where the rest is left to the linker" grep -q -- "-flto .*-ffat-lto-objects" out
quiet -n CC=other-gcc RUN=runs BUILD=build/none man
grep -q '; *runs build/none/manual\|&& runs build/none/manual' out
ok $? "what runs its programs writes the manual"
printf '#!/bin/sh\necho -lc\n' | tee bin/pkg-config >bin/mpicc
chmod +x bin/pkg-config bin/mpicc
quiet -n BUILD=build/none mpi-object otf2-object
grep -q sluice-mpi.so out && grep -q sluice-otf2.so out
ok $? "an MPI and an OTF2 that the compiler links"
quiet -n CC=other-gcc BUILD=build/none mpi-object otf2-object
! grep -q 'sluice-mpi.so\|sluice-otf2.so' out
ok $? "... and those that it does not"

plan
