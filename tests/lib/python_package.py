"""The checks of tests/python.sh, as lines of TAP."""

import os
import re
import subprocess
import threading
import time

import sluice

SLUICE = os.environ["SLUICE"]
NETWORK = {"topology": "ktree", "k": 2, "n": 3, "cycles": 3000}
GRID = {"scheme": ["recn-iq", "1q", "obqa", "voqnet", "pfc"], "load": [.2, .5, .8, 1]}
count = 0


def ok(good, what):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {what}")


def command(options, *more):
    words = [w for k, v in options.items() for w in ([f"--{k.replace('_', '-')}"] if v is True else [f"--{k.replace('_', '-')}", str(v)])]
    return subprocess.run([SLUICE, "sim", *words, *more], capture_output=True, text=True, check=False)


def timeless(json):
    return re.sub(r'("(cpu|elapsed)_seconds":\t)[0-9.]+', r"\1", json)


def values(json):
    """Names with dots, and values as JSON has them, of the command's text: read by another reader than the library's."""
    import json as reader

    def flat(prefix, of):
        for name, value in of.items():
            yield from flat(f"{prefix}{name}.", value) if isinstance(value, dict) else [(prefix + name, value)]

    return dict(flat("", reader.loads(json)))


def refusal(function, *arguments, **options):
    try:
        function(*arguments, **options)
    except ValueError as error:
        return str(error)
    return "nothing"


def most_threads(function):
    """Threads of this process that were there at once while a function ran."""
    most, ended = 0, threading.Event()

    def watch():
        nonlocal most
        while not ended.wait(.005):
            most = max(most, threading.active_count() - 2)      # but for this one and the main one

    watcher = threading.Thread(target=watch)
    watcher.start()
    result = function()
    ended.set()
    watcher.join()
    return most, result


measured = ("cpu_seconds", "elapsed_seconds")
wanted = [command({**NETWORK, **point}, "--json", "-").stdout for point in sluice.points(GRID)]
processors = len(os.sched_getaffinity(0))
ended = []
threads, table = most_threads(lambda: sluice.sweep(GRID, progress=lambda done, of: ended.append((done, of)), **NETWORK))
rows = table if isinstance(table, list) else table.to_dict("records")
ok(len(rows) == 20 and threads == processors, f"a sweep of {len(rows)} points in one call, by as many threads as there are processors")
ok(ended and ended[-1] == (20, 20), "its progress")
same = [all(row[k] == v or v is None or k in measured for k, v in values(json).items()) for row, json in zip(rows, wanted)]
ok(all(same), "all rows, in the order of the points, are what the command says")
results = [sluice.simulate(**NETWORK, **point) for point in sluice.points(GRID)]
ok([timeless(r.json + "\n" if not r.json.endswith("\n") else r.json) for r in results] == [timeless(json) for json in wanted], "the text of JSON is the command's, byte by byte")
with open("fabric.csv", "w", encoding="ascii") as f:
    f.write("kind,name,port,peer_kind,peer,peer_port,rate\nswitch,a,1,node,A,1,40\nswitch,a,2,node,B,1,10\nswitch,a,3,node,C,1,40\n")
FABRIC = {"fabric": "fabric.csv", "cycles": 3000, "load": .7}
ok(timeless(sluice.simulate(**FABRIC).json).strip() == timeless(command(FABRIC, "--json", "-").stdout).strip(), "a real fabric likewise")
ok(refusal(sluice.simulate, fabric="none.csv") == "sluice: --fabric: none.csv: No such file or directory", "... and one that is not there is refused")
ok(all(list(r) == list(values(json)) for r, json in zip(results, wanted)), "names and their order are those of the JSON")
ok([r["accepted_load"] for r in results] == [row["accepted_load"] for row in rows], "simulate() and sweep() agree")
one = sluice.sweep(GRID, jobs=1, **NETWORK)
one = one if isinstance(one, list) else one.to_dict("records")
ok([[v for k, v in row.items() if k not in measured and v == v] for row in one] == [[v for k, v in row.items() if k not in measured and v == v] for row in rows],
   "one job or several: the same")
ok(isinstance(rows[0]["packets_delivered"], int) and isinstance(rows[0]["load" if "load" in rows[0] else "config.load"], float) and rows[0]["drained"] is True,
   "whole numbers, numbers and flags")

for options in ({"k": 99}, {"radx": 8}, {"load": 2}, {"xoff_threshold": 3, "xon_threshold": 9}, {"config": "nowhere"}, {"topology": "ring"}):
    ok(refusal(sluice.simulate, **options) == command(options).stderr.rstrip("\n"), f"refused with the line of the command: {options}")
ok(refusal(sluice.sweep, [{"k": 2}, {"k": 99}], n=2, cycles=100) == command({"k": 99}).stderr.rstrip("\n"), "likewise in a sweep")
options = {"topology": "torus", "scheme": "wormhole", "k": 4, "n": 2, "cycles": 2000, "own_node": True, "hold": False, "trace": None, "load": .1}
ok(timeless(sluice.simulate(**options).json) == timeless(command({k: v for k, v in options.items() if v not in (False, None)}, "--json", "-").stdout),
   "flags; options that are False or None are not given")
ok(sluice.simulate(topology="mesh", sizes=(9, 9), cycles=300)["config.switch.turnpool_bits"] == 51, "turnpool_bits follow from the network")
ok(sluice.simulate(k=2, n=2, cycles=500, scheme="recn-qos", sls=2, sl_load=(.1, .2))["config.sl_load"] == "0.1,0.2", "a list of numbers")
ok(sluice.simulate(k=2, n=2, cycles=500).csv("series").startswith("cycle,") and "histogram" in refusal(sluice.simulate(k=2, n=2, cycles=500).csv, "x"), "series")

network, slices = sluice.Network(**NETWORK, load=.8), 1
while network.run(700):
    slices += 1
ok(slices == 5 and timeless(network.result().json) == timeless(sluice.simulate(**NETWORK, load=.8).json), "a run in slices")

network = sluice.Network(**NETWORK, load=.8, warmup=100)
network.run(700)
network.stop()
stopped, shorter = network.result(), sluice.simulate(**{**NETWORK, "cycles": network.result()["traffic_cycles"]}, load=.8, warmup=100)
ok(not stopped["complete"] and shorter["complete"] and stopped["latency_mean"] == shorter["latency_mean"] and stopped["accepted_load"] == shorter["accepted_load"],
   "a run that is stopped")

# docs/internals/microarchitecture-slots.md, 2: idle switch, header in at t, header out at t + 4; the credit in t + 1 + flits + 1.
switch = sluice.Switch(scheme="recn-iq", radix=4, sorting="head")
switch.send(1, turnpool=2, turns_left=1, flits=3, source=1, tag=7)
seen = {}
while switch.cycle < 10:
    switch.step()
    seen.update({("sent", o): switch.cycle for o in switch.sent})
    seen.update({("credited", i): switch.cycle for i in switch.credited})
    seen.update({("valid", switch.cycle): switch.pin("tx_valid", 3)})
ok(seen[("sent", 3)] == 4 and seen[("credited", 1)] == 5, "a packet through a switch, in the cycles of the manual")
ok([seen[("valid", c)] for c in range(1, 10)] == [0, 0, 0, 1, 1, 1, 0, 0, 0], "its three flits on the pins")
ok(not switch.drained and switch.counts["delivered"] == 1, "its credit is out")
switch.credit(3)
switch.step(2)
ok(switch.drained, "and back: the switch is empty")
names = switch.registers()
ok(len(names) == len(set(names)) and all(switch.read(n) is None or switch.read(n) >= 0 for n in names) and "g_in[3].iport.mmu.credit_q" in names,
   "all registers by their names")
ok("no register" in refusal(switch.read, "g_in[9].iport.mmu.credit_q") and "no output" in refusal(switch.pin, "rx_valid", 0), "and no others")
ok(refusal(switch.send, 0, turnpool=5, turns_left=0) == "sluice: turns_left: 0 is outside 1..15" and "does not fit" in refusal(switch.send, 0, flits=-1) and
   refusal(switch.credit, 3) == "sluice: credit: nothing that output 3 sent is without one", "what breaks the contract of the links")
ok(refusal(sluice.Switch, radix=65) == "sluice: radix: 65 is outside 2..64 (port)", "a parameter out of its range")
