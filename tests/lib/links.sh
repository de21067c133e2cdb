# Sourced by scripts. broken_links DIRECTORY: links of the pages below it that lead to no file, a line each.
broken_links() {
	local page link
	(cd "$1" && find . -name '*.md' | while read -r page; do
		sed -E '/^ {4}/d; s/`[^`]*`//g' "$page" | grep -oP '\]\(\K[^)#\s]+' | grep -v '^[a-z]*:' | sort -u | while read -r link; do
			case $link in /*) [ -e "$link" ] ;; *) [ -e "${page%/*}/$link" ] ;; esac || echo "$page: $link"
		done
	done)
}
