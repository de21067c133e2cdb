#!/bin/bash
# The page of sluice tradeoff in Chromium, 1,280 and 400 pixels wide: cells, labels, overflow, sorting and filters, dark display, paper, and without its script.
. "$(dirname "$0")/../lib/browser.sh"
. "$(dirname "$0")/../lib/tap.sh"
helpers='const rows = (id) => [...d.getElementById(id).tBodies[0].rows], shown = (id) => rows(id).filter((r) => r.getClientRects().length);'

# Schemes of all kinds, so that areas are wide apart and some networks are saturated; radices with up to 64 nodes.
"$sluice" tradeoff --no-synth --scheme recn-iq,fbicm,recn-qos,pfc,1q,obqa,dbbm,voqsw,voqnet --stages 2 --cycles 3000 --warmup 1000 --out sweep >out 2>err
check "a sweep" [ $? = 0 ]
page=sweep/tradeoff.html
check "... whose plots have broken axes, labels that lead, and points without a figure" eval \
	'grep -q "axis break" $page && grep -q "class=\"leader\"" $page && grep -q "Saturated, without" $page'

overlaps='
	const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
	let labels = 0, over = 0, out = 0;
	for (const s of d.querySelectorAll("svg[role=img]")) {
		const texts = [...s.querySelectorAll("text")].map((t) => t.getBoundingClientRect()), frame = s.getBoundingClientRect();
		const marks = [...s.querySelectorAll(".mark")].map((m) => [...m.children].find((c) => c.tagName !== "title").getBoundingClientRect());
		labels += s.querySelectorAll(".label").length;
		texts.forEach((a, i) => { for (const b of [...texts.slice(i + 1), ...marks]) over += !apart(a, b); });
		for (const a of texts) out += a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1;
	}
	const wide = [...d.querySelectorAll(".wide")].map((e) => e.scrollWidth - e.clientWidth);
	document.title = [labels > 30, over, out, d.documentElement.scrollWidth, wide[0]].join(" ");'
for width in 1280 400; do
	measured "wide$width" $width "" "$overlaps"
	check "$width pixels: no label over another or over a mark, all within their plot" grep -q '^true 0 0 ' out
	check "... and the page is no wider" awk -v w=$width '{ exit !($4 > 0 && $4 <= w) }' out
	[ $width != 1280 ] || check "... the table to choose by fits" grep -q ' 0$' out
done
sed -E 's/(<text class="label" [^>]* y=")[0-9.]+/\1100.0/' sweep/tradeoff.html >sweep/wrong.html
page=sweep/wrong.html
measured planted 1280 "" "$overlaps"
check "labels on one line are seen" awk '{ exit !($2 > 0) }' out
page=sweep/tradeoff.html

measured sorted 1280 "" '
	const column = [...d.getElementById("choice").tHead.rows[0].cells].findIndex((c) => c.textContent.startsWith("latency, hot spot"));
	const press = () => d.getElementById("choice").tHead.rows[0].cells[column].querySelector("button").click();
	const values = () => rows("choice").map((r) => r.cells[column].textContent);
	const ordered = (sign) => { const v = values(), n = v.filter((x) => x !== "").map(Number); return n.length > 20 && v.length > n.length &&
		v.slice(n.length).every((x) => x === "") && n.every((x, i) => !i || sign * (x - n[i - 1]) >= 0); };
	const before = ordered(1); press(); const up = ordered(1); press(); const down = ordered(-1);
	document.title = [before, up, down, d.querySelectorAll("[aria-sort]").length].join(" ");'
check "a column sorts up and down, empty cells last" grep -qx 'false true true 1' out

measured filtered 1280 "" '
	const set = (name, value) => { const e = d.querySelector(`[name=${name}]`);
		if (value === true) e.checked = true; else e.value = value;
		e.dispatchEvent(new w.Event("change")); };
	const all = shown("choice").length; set("scheme", "obqa");
	const obqa = shown("choice"), same = shown("all").length === obqa.length && obqa.every((r) => r.cells[1].textContent === "obqa"); set("front", true);
	const best = shown("choice"), bold = best.every((r) => r.classList.contains("best"));
	document.title = [all === rows("choice").length, obqa.length, same, best.length > 0 && best.length < obqa.length && bold,
		d.querySelector("output").textContent === best.length + " of " + all + " rows"].join(" ");'
check "filters by scheme, in both tables, and by front" grep -qx 'true 18 true true true' out

measured plain 1280 'sandbox="allow-same-origin"' \
	'document.title = [shown("choice").length === rows("choice").length && shown("all").length > 90, d.querySelectorAll("button, select").length].join(" ");'
check "without its script: all rows, and nothing that does not work" grep -qx 'true 0' out

ground='document.title = w.getComputedStyle(d.body).backgroundColor + " " + w.getComputedStyle(d.querySelector(".label")).fill;'
measured light 1280 "" "$ground"
cp out light
browse --blink-settings=preferredColorScheme=0 --dump-dom "file://$dir/light.html" | sed -n 's/.*<title>\([^<]*\)<.*/\1/p' >out
check "dark display has other colours, light the usual" eval 'grep -q "^rgb(255, 255, 255)" light && grep -q "^rgb(2[0-9], 2[0-9], 2[0-9]) rgb(1[0-9][0-9]," out'

browse --enable-logging=stderr --dump-dom "file://$dir/$page" >dom.html
check "no errors to report" eval '[ -s dom.html ] && ! grep -q CONSOLE err'
browse --print-to-pdf="$dir/paper.pdf" "file://$dir/$page" >/dev/null
touch paper.pdf
check "on paper: some pages of A4 across" perl -0777 -e '$_ = <>; my $p = () = m{/Type\s*/Page\b}g; exit !(/^%PDF/ && $p >= 3 && $p <= 20 && m{MediaBox \[0 0 84[12]})' paper.pdf
plan
