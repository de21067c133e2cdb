#!/bin/bash
# slang, a strict reader of Verilog, has nothing to say about what is generated: switches of each scheme with and without registers and AXI-Stream
# ports, network interfaces, and networks with few of everything. The pyslang of $SLUICE_PYTHON or python3 (pip install pyslang); skips without.
top=$(realpath "$(dirname "$0")/../..")
. "$top/tests/lib/switches.sh"
rows=$(switches LINT) || exit
python=${SLUICE_PYTHON:-python3}
. "$top/tests/lib/tap.sh"

slang() { "$python" "$top/tests/lib/slang.py" "$@" >out 2>err; }
slang none
[ $? = 77 ] && skip "pyslang is not installed"

# legal TOP OPTIONS...: generated, without what follows from $more; skipped, if there is no such switch with $more
legal() {
	local of=$1 none what
	shift
	rm -rf sw
	while ! "$sluice" gen "$@" --out sw >out 2>err; do
		what=$(sed -n 's/^sluice: \(\w*\): it follows from the other parameters, with .*/\1/p' err)
		none=$(grep -Ex 'sluice: (csr: scheme .* has no such parameter; leave it out|csr: not with ports = axis|ports: scheme .* has no network interface, .*)' err)
		if [[ -n "$more" && -n "$what" && "$*" = *"--$what "* ]]; then
			# shellcheck disable=SC2046
			set -- $(sed "s/--$what [^ ]*//" <<<"$*")
			continue
		fi
		[ -n "$more" ] && [ -n "$none" ] && ok 0 "$* # SKIP $none" || ok 1 "$*: gen"
		return
	done
	[ "$of" != switch ] || of=$(basename "$(ls sw/rtl/*_axis.v sw/rtl/*_axis_node.v sw/rtl/*_nic.v sw/rtl/*_switch.v 2>/dev/null | head -1)" .v)
	check "$*" slang "$of" sw/rtl/*.v
}

while read -r options; do
	for more in "" "--csr apb" "--csr axi-lite" "--ports axis"; do
		# shellcheck disable=SC2086
		legal switch $options $more
	done
done <<<"$rows"
more=
for scheme in "recn-iq --saqs 0" "recn-iq --saqs 1" "fbicm --cfqs 1" "pfc --queues 1" pfc "recn-qos --vc-saqs 0" "recn-qos --sls 1 --vcs 1" recn-qos voqsw-qos voqnet-qos 1q obqa dbbm voqsw voqnet; do
	for topology in "dragonfly --p 1 --a 4 --h 1 --g 2" "ktree --k 2 --n 2" "xgft --down 2,2 --up 1,2" "single --k 3 --radix 3" "torus --sizes 3,2 --p 1" \
		"mesh --sizes 2,2 --p 1" "hyperx --sizes 2,2 --p 1"; do
		for endpoints in native axis none; do
			[[ $scheme = voq*-qos && $endpoints != none ]] && continue       # no network interfaces for these
			# shellcheck disable=SC2086
			legal sluice_fabric --scheme $scheme --topology $topology --endpoints $endpoints
		done
	done
done

# What it is to find, it finds.
"$sluice" gen --radix 2 --out loose >/dev/null && sed -i 's/\.tx_credit(tx_credit\[o\]), //' loose/rtl/sluice_switch.v
! slang sluice_switch loose/rtl/*.v && grep -q "input port 'tx_credit' has no connection" err
ok $? "a pin that is not connected is found"
printf 'module late; wire a = b; wire b = 1; endmodule\n' >late.v
! slang late late.v
ok $? "a wire that is used before it is declared is found"
plan
