#!/bin/bash
# docs/study/learn.md: each command prints the lines that stand below it; pictures and table are what their programs write today.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
build=$(cd "$top" && realpath "${SLUICE_BUILD:-build}")
mkdir bin && ln -s "$sluice" bin/sluice
PATH=$dir/bin:$PATH
check() { local what=$1; shift; >out; >err; "$@"; ok $? "$what"; }

# Runs the commands of a page, and holds the lines below each against what it prints. Prints the lines that it does not print; to `ran`, the commands.
commands() {
	local line
	>ran
	>printed
	while IFS= read -r line; do
		if [[ $line == "    sluice "* ]]; then
			echo "${line#    }" >>ran
			bash -c "${line#    }" >printed 2>&1 </dev/null || echo "exit status $?: ${line#    }"
		elif [[ $line == "    "* ]]; then
			grep -qxF -- "${line#    }" printed || echo "not printed: ${line#    }"
		fi
	done <"$1"
}

commands "$top/docs/study/learn.md" >wrong
check "each command of learn.md prints what the page says" eval 'cat wrong >err; [ ! -s wrong ] && [ "$(wc -l <ran)" -ge 20 ]'
sed 's/0\.6211/0.6212/; s/--throttle tuned/--throttle tunes/' "$top/docs/study/learn.md" >page.md
commands page.md >wrong
check "... and a line or a command that is wrong is seen" eval 'grep -q "not printed: load *0.6212" wrong && grep -q "exit status 2: .*tunes" wrong && [ "$(wc -l <wrong)" = 4 ]'

for picture in "$top"/docs/study/pictures/*.svg; do
	file=${picture##*/}
	check "$file is current (make docs)" eval '"$build/pictures" $file >now 2>err && cmp now "$picture" >out'
	check "... is in learn.md" grep -q "](pictures/$file)" "$top/docs/study/learn.md"
done
check "there are pictures" [ -f "$top/docs/study/pictures/congestion-tree.svg" ]
check "a picture has nothing that runs or is loaded" eval '! grep -qiE "<script|href|url\(|@import" "$top"/docs/study/pictures/*.svg'
check "... and stands still for those who want that" eval 'grep -q "prefers-reduced-motion:reduce" "$top/docs/study/pictures/congestion-tree.svg" && grep -q "<animate " "$top/docs/study/pictures/congestion-tree.svg"'
check "no other picture" eval '! "$build/pictures" other.svg >out 2>err && [ ! -s out ] && grep -q "^usage:" err'

check "papers.md is current (make docs)" eval '(cd "$top" && "$build/papers") >now 2>err && diff "$top/docs/study/papers.md" now >out'

# It takes nothing that does not fit together.
mkdir -p docs/study study && cp -r "$top/study/experiments" study && cp "$top"/docs/study/experiments-*.md docs/study/
check "papers.md from a copy" eval '"$build/papers" 2>err | cmp - "$top/docs/study/papers.md" >out'
sed -i 's/| 0.673 | yes /| 0.674 | yes /' docs/study/experiments-recn-iq.md
check "another number in a table is another page" eval '"$build/papers" >now 2>err && diff "$top/docs/study/papers.md" now | grep -q "^> .*1.&nbsp;0.674<br>"'
refused() {     # refused FILE EDIT MESSAGE
	cp "$1" kept && sed -i "$2" "$1" && ! "$build/papers" >out 2>err && grep -q "$3" err && cp kept "$1"
}
check "a claim that the table has not" refused docs/study/experiments-obqa.md 's/| OBQA-2: ... that VOQsw bears /| OBQA-2: that VOQsw bears /' 'docs/study/experiments-obqa.md: below `obqa-fig4a`, row 3 is not the claim'
check "a table too many rows long" refused study/experiments/fbicm-fig5c.sweep '/most CFQs in use/d' 'below `fbicm-fig5c` are 2 rows; there are 1 claims'
check "an experiment without its claims" refused study/experiments/fbicm-fig5c.sweep '/^claims/,/^plot/{/^plot/!d}' 'below `fbicm-fig5c` are 2 rows; there are 0 claims'
check "a title without its figure" refused study/experiments/fbicm-fig5c.sweep 's/figure 5c: //' "fbicm-fig5c: the title is not 'FBICM, figure N"
cp study/experiments/fbicm-fig5c.sweep study/experiments/other-fig1.sweep
check "an experiment of no paper" eval '! "$build/papers" >out 2>err && grep -q "other-fig1: papers.def has no such paper" err'
plan
