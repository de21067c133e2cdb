# Sourced before tap.sh by tests of pages in a browser: ends the test where there is none. Sets $browser.
browser=
for b in chromium chromium-browser google-chrome; do
	[ -n "$browser" ] || ! command -v $b >/dev/null || browser=$b
done
[ -n "$browser" ] || { echo "1..0 # SKIP no Chromium here (Debian: apt install chromium)"; exit 0; }

# What scripts of measured() begin with.
helpers=

browse() {
	timeout 200 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$dir/browser" --no-first-run \
		--host-resolver-rules='MAP * ~NOTFOUND' --allow-file-access-from-files ${hasty:---virtual-time-budget=8000} "$@" 2>err
}

# measured NAME WIDTH SANDBOX SCRIPT: what the script, of the document d and the window w of $page, sets as title, as words, in `out`. hasty=" ": in real time.
# The page is not done before the script is: a frame that stays open until then keeps it from that.
measured() {
	cat >"$1.html" <<END
<!DOCTYPE html><title>none</title><iframe src="$page" width="$2" height="900" style="border:0" $3></iframe><script>
const held = document.body.appendChild(document.createElement("iframe")).contentDocument;
held.open();
document.querySelector("iframe").addEventListener("load", async (event) => {
	const w = event.target.contentWindow, d = event.target.contentDocument;
	$helpers
	try {
		$4
	} finally {
		held.close();
	}
});
</script>
END
	browse --window-size=1400,1000 --dump-dom "file://$dir/$1.html" | sed -n 's/.*<title>\([^<]*\)<.*/\1/p' >out
}
