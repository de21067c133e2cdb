#!/bin/bash
# Completion in bash and zsh: words that a line begins are those that the command knows.
build=$(realpath "${SLUICE_BUILD:-build}")
. "$(dirname "$0")/lib/tap.sh"
script=$build/completion/sluice.bash
mkdir a "a b" && touch afile bfile "a b/file" && export PATH=$dir/bin:$PATH

. "$script"
declare -F _sluice >found; ok $? "the script is read"

# offered WORD...: what bash offers for the last word of a line, sorted. "=" is a word of its own, as in bash.
offered() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_sluice
	printf '%s\n' "${COMPREPLY[@]}" | sort
}

# offers "WORD..." WORD...: those, and no others
offers() {
	local wanted=$1 is
	shift
	is=$(offered sluice "$@" | tr '\n' ' ')
	[ "${is% }" = "$wanted" ]
	local good=$?
	ok $good "bash: sluice $*: $wanted"
	[ $good = 0 ] || echo "# $is"
}

offers "gen" ge
offers "sim sweep synth" s
offers "--help --version" -
offers "--scheme" sim --sch
offers "--scheme" gen --radix 4 --sche
offers "fbicm fbicm-nic" sim --scheme f
offers "voqnet voqnet-qos" sim --scheme voqn
offers "voqnet voqnet-qos" sim --scheme = voqn
offers "1 2 3 3/2 4/3 5/4" gen --speedup =
offers "--scheme=voqnet --scheme=voqnet-qos" sim --scheme=voqn
offers "dimension-order" gen --routing d
offers "sl vc" gen --line_levels ""
offers "fbicm,recn-iq fbicm,recn-iq-nic fbicm,recn-qos fbicm,recn-qos-nic" tradeoff --scheme fbicm,rec
offers "" sim --load ""
offers "hotspot" lockstep --traffic h
offers "shuffle" sim --traffic s
offers "a a b" gen --out a
offers "a a b afile" gen --config a
offers "a b/file" gen --config "a b/f"
offers "--force" gen --out x --fo
offers "a a b afile" sweep a
offers "list run" experiment ""
offers "recn-iq-fig6a recn-iq-fig6b recn-iq-fig6c recn-iq-fig6d" experiment run recn-iq-fig6
offers "all" experiment run recn-iq-fig6a al
offers "--quick" experiment run recn-iq-fig6a --qu
offers "" nothing --sch
offers "" nothing x

# All that --help has, and nothing else.
"$sluice" --help | sed -n 's/^  \([a-z]*\) .*/\1/p; s/^  \(--[a-z]*\).*/\1/p' | sort >known
offered sluice "" >given
check "bash: all commands" cmp known given
sum=0
for c in $(sed '/^-/d' known); do
	"$sluice" "$c" --help | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | sort >known
	offered sluice "$c" -- >given
	check "bash: all options of $c" cmp known given
	# Values of a choice, from the text "--option=NAME help [default; one, two]".
	"$sluice" "$c" --help | perl -0pe 's/\n {26}\[/ [/g' | perl -ne '
		/^  --([a-z0-9-]+)=\S+ .*\[[^;\]]*; ([^;\]]*)[;\]]/ or next;
		my ($option, $values) = ($1, $2);
		print "--$option $values\n" if $values =~ /, / && $values !~ /[^ ,a-z0-9\/.-]/ && $values !~ /^identifier/' >choices
	wrong=0
	while read -r option values; do
		offered sluice "$c" "$option" "" >given
		tr -d ' ' <<<"$values" | tr ',' '\n' | sort | cmp -s - given || { wrong=1; echo "# $c $option: $values"; }
	done <choices
	ok $wrong "bash: values of the $(wc -l <choices) choices of $c"
	sum=$((sum + $(wc -l <choices)))
done
check "there were choices" [ "$sum" -gt 50 ]

# As it is typed, on a terminal: a command that prints its arguments stands for sluice.
mkdir bin && printf '#!/bin/sh\nprintf "<%%s>" "$@" >"%s/typed"\n' "$dir" >bin/sluice && chmod +x bin/sluice
typed() {       # typed SHELL KEYS WANTED: after the file `begin` was read by the shell
	local wait

	for wait in 0 1 4; do   # on a busy machine the shell may not read keys yet, and a tab is lost: it gets more time
		rm -f typed
		{ printf '. ./begin\n'; sleep $wait; printf '%b' "$2\nexit\n"; } | TERM=dumb timeout 20 script -qec "$1" /dev/null >out 2>&1
		[ "$(cat typed 2>/dev/null)" = "$3" ] && return
	done
	return 1
}
if ! command -v script >/dev/null; then
	no_typing="no script"
elif ! script -qec true /dev/null </dev/null >out 2>&1; then
	no_typing="no pseudo-terminal: $(head -n 1 out)"
fi
if [ -z "${no_typing:-}" ]; then
	echo ". '$script'" >begin
	check "bash, typed: commands, options, values" typed "bash --norc --noprofile -i" 'sluice si\t--topol\tmes\t' "<sim><--topology><mesh>"
	check "bash, typed: a value after =" typed "bash --norc --noprofile -i" 'sluice gen --scheme=fb\t' "<gen><--scheme=fbicm>"
	check "bash, typed: a file with a blank" typed "bash --norc --noprofile -i" 'sluice gen --config a\\ \t\t' "<gen><--config><a b/file>"
else
	ok 0 "bash, typed # SKIP $no_typing"
fi
if command -v zsh >/dev/null && [ -z "${no_typing:-}" ]; then
	mkdir functions && cp "$build/completion/_sluice" functions/
	echo "fpath=($dir/functions \$fpath); autoload -U compinit; compinit -D -u" >begin
	check "zsh: commands, options, values" typed "zsh -f -i" 'sluice si\t--topol\tmes\t' "<sim><--topology=mesh>"
	check "zsh: a value that follows" typed "zsh -f -i" 'sluice gen --scheme fb\t' "<gen><--scheme><fbicm>"
	check "zsh: a file with a blank" typed "zsh -f -i" 'sluice gen --config a\\ b/\t' "<gen><--config><a b/file>"
	check "zsh: a directory, and no file" typed "zsh -f -i" 'sluice gen --out b\t' "<gen><--out><bin>"
	check "zsh: lists" typed "zsh -f -i" 'sluice tradeoff --scheme fbicm,obq\t' "<tradeoff><--scheme><fbicm,obqa>"
	check "zsh: names" typed "zsh -f -i" 'sluice experiment ru\trecn-iq-fig6a fbicm-hot\t' "<experiment><run><recn-iq-fig6a><fbicm-hot-spot>"
else
	ok 0 "zsh # SKIP ${no_typing:-no zsh}"
fi
plan
