#!/bin/bash
# Numbers in the pages are what their commands print today (docs/figures); of dear ones, the page has the commands.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
export SLUICE=$sluice SLUICE_BUILD=$dir/build

(cd "$top" && docs/figures/figures.pl --check --cheap) >out 2>err
while read -r line; do
	case $line in
	ok\ *) ok 0 "${line#ok * - }" ;;
	not\ ok\ *) ok 1 "${line#not ok * - }" ;;
	esac
done < <(grep -E '^(not )?ok ' out)
[ "$(grep -c '^ok ' out)" -ge 20 ] && [ ! -s err ]
ok $? "there are figures"

# A number that is wrong, a command that is another, a place without a figure.
(cd "$top" && cp --parents README.md docs/*.md docs/{use,study,internals}/*.md docs/figures/* "$dir")
checked() { ! docs/figures/figures.pl --check "$@" >out 2>err && grep -q '^not ok' out; }
docs/figures/figures.pl --check readme-1q >out 2>err
ok $? "a copy is checked likewise"
sed -i -E 's/(figures: readme-1q, [^>]*>0\.)./\19/' README.md
checked readme-1q && grep -q '^# is: .*0\.7' out
ok $? "a wrong number is seen"
docs/figures/figures.pl readme-1q >out 2>err && diff <(sed 's/sources [0-9a-f]*//' README.md) <(sed 's/sources [0-9a-f]*//' "$top/README.md") >err &&
	grep -q "readme-1q, sources $("$sluice" --version | sed 's/.* //') -->0\.7" README.md
ok $? "... and written right"
sed -i 's/^\tcsv t tradeoff --no-synth --scheme recn-iq --sorting head --radix 16/& --seed 2/' docs/figures/table.txt
checked --cheap tradeoff-radix-16 && grep -q 'not ok .*tradeoff-radix-16' out
ok $? "another command of a dear figure is seen"
echo '<!-- figures: nothing --><!-- end -->' >>README.md
checked readme-1q && grep -q '^# no figure is called: nothing' out
ok $? "a place without a figure is seen"
plan
