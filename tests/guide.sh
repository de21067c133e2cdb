#!/bin/bash
# The pages followed from top to bottom, in one directory: every `sluice gen` writes to a place of its own, and the modules of one guide fit in one design.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD

# commands PAGE WORDS: the commands of a page that begin so; a macro file is one's own.
commands() { grep -oP "^ {4}\K(build/)?$2.*" "$top/$1" | grep -v -- --memory-map; }

mkdir bin
ln -s "$sluice" bin/sluice
PATH=$dir/bin:$PATH
for page in README.md docs/use/user-guide.md docs/use/lockstep.md docs/use/fabrics.md docs/use/registers.md docs/use/synthesis.md; do
	while read -r command; do
		bash -c "${command#build/}" >out 2>err </dev/null
		ok $? "$page: $command"
	done < <(commands $page "sluice gen ")
done
check "there are such commands" [ "$n" -ge 15 ]

places=$(commands docs/use/user-guide.md "sluice gen " | grep -oP -- '--out \K\S+')
for place in $places; do sed -n 's/^module \([a-z0-9_]*\).*/\1/p' $place/rtl/*.v; done >modules
[ "$(wc -l <modules)" -gt 150 ] && sort modules | uniq -d >out && [ ! -s out ]
ok $? "no module of the user guide has the name of another"

for tool in verilator iverilog; do
	if command -v $tool >/dev/null; then
		while read -r command; do
			bash -c "$command" >out 2>err </dev/null && [ ! -s err ]
			ok $? "docs/use/user-guide.md: $command"
		done < <(grep -oP "^ {4}\K\(?(cd \S+ && )?$tool.*" "$top/docs/use/user-guide.md")
	else
		ok 0 "$tool # SKIP $tool is not installed"
	fi
done

plan
