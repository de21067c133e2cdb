#!/bin/bash
# The Debian package as `make deb` builds it, and as dpkg-buildpackage does in the sources in Turkish, which has another i: the same to the byte. Its links lead to files.
top=$(realpath "$(dirname "$0")/../..")
build=$(cd "$top" && realpath --relative-to=. "${SLUICE_BUILD:-build}")/packages
. "$top/tests/lib/tap.sh"
. "$top/tests/lib/links.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

for tool in dpkg-buildpackage lintian dh localedef git; do
	command -v $tool >/dev/null || skip "$tool is not installed (packages debhelper, dpkg-dev, lintian, locales, git)"
done
mkdir locales && localedef -i tr_TR -f UTF-8 locales/tr_TR.UTF-8 >out 2>&1 || skip "no language tr_TR (package locales)"
make -C "$top" BUILD="$build" deb >out 2>err
ok $? "make deb: built, tested, and lintian has nothing to say"
cp "$top/$build"/deb/sluice_*.deb made.deb
mkdir sources && (cd "$top" && git ls-files -z | tar --null -T - -cf -) | tar -xf - -C sources
(cd sources && LOCPATH=$dir/locales LC_ALL=tr_TR.UTF-8 DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage -b -us -uc) >out 2>err
ok $? "dpkg-buildpackage in the sources, in Turkish"
check "... the same package" cmp made.deb sluice_*.deb
version=$("$sluice" --version | sed 's/sluice \([^,]*\),.*/\1/')
check "its version is the command's, and sorts before the release" [ "$(dpkg-deb -f made.deb Version)" = "${version/.dev/\~dev}" ]
dpkg-deb -x made.deb root
check "a manual page for each command" [ "$(ls root/usr/share/man/man1 | wc -l)" = "$(($(grep -c '^COMMAND(' "$top/cli/commands.def") + 1))" ]
broken_links root/usr/share/doc/sluice >out
check "all links of its documents lead to files" [ ! -s out ]
plan
