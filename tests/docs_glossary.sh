#!/bin/bash
# The first use of a term in a page of docs/ is a link to the glossary (docs/glossary.pl).
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD

(cd "$top" && docs/glossary.pl --check) >out 2>err
check "every page (make docs)" eval '[ "$(grep -c "^ok" out)" -gt 20 ] && ! grep -q "^not ok" out'

# A link that is gone is seen, and made again as it was.
mkdir docs
(cd "$top" && cp --parents docs/*.md docs/*/*.md docs/glossary.pl "$dir")
perl -pi -e 's/\[([^\]]*)\]\(\.\.\/glossary\.md#set-aside-queue\)/$1/' docs/use/registers.md
docs/glossary.pl --check >out 2>err
check "a term without its link is seen" eval 'grep -q "^not ok .*docs/use/registers.md" out && grep -qx "# set-aside-queue" out && [ "$(grep -c "^not ok" out)" = 1 ]'
docs/glossary.pl >out 2>err
check "... and linked" cmp docs/use/registers.md "$top/docs/use/registers.md"
printf '# Xoff\n\n    Xoff\n\n`Xoff`, [Xoff](links.md), **Xoff**\n\n| Xoff |\n' >docs/study/routes.md
cp docs/study/routes.md before
docs/glossary.pl >out 2>err
check "headings, code, links, tables are left alone" cmp docs/study/routes.md before
sed -i 's/<a id="credit">//' docs/glossary.md
check "a term that the glossary has not is an error" eval '! docs/glossary.pl --check >out 2>err && grep -q "no anchor .credit." err'
plan
