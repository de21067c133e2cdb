"""Random frames between all ports of a switch, with random stalls on both sides: each arrives once, unchanged, and in order. Those that are too long are dropped."""
import math
import os
import random
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Timer
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

PORTS = 4
PERIOD = 10
FRAMES = int(os.environ.get("FRAMES", "1000"))
FRAME_BYTES = int(os.environ.get("FRAME_BYTES", "9600"))
FRAME_BEATS = int(os.environ["FRAME_BEATS"])
LEVELS = int(os.environ.get("LEVELS", "1"))
SEED = int(os.environ.get("SEED", "1"))


# The drivers take time by the access to a signal. They read a signal of a beat for each byte of it, and write all signals in every cycle.
class Once:
    """A signal that a sink reads once a beat."""

    kept = None

    def __init__(self, signal):
        self.signal = signal

    @property
    def value(self):
        if self.kept is None:
            self.kept = int(self.signal.value)
        return self.kept


class Valid:
    """TVALID, which a sink reads in every cycle, and before the others."""

    def __init__(self, bus):
        self.signal = bus.tvalid
        self.others = [bus.tdata, bus.tkeep, bus.tid, bus.tdest, bus.tuser]

    @property
    def value(self):
        for signal in self.others:
            signal.kept = None
        return self.signal.value


class Driven:
    """A signal that is written when it changes, and not read."""

    def __init__(self, signal):
        self.signal = signal
        self.kept = int(signal.value)

    @property
    def value(self):
        return self.kept

    @value.setter
    def value(self, value):
        if value != self.kept:
            self.kept = value
            self.signal.value = value


def access_less(sources, sinks):
    for source in sources:
        for name in ("tvalid", "tlast", "tkeep", "tid", "tdest", "tuser"):
            setattr(source.bus, name, Driven(getattr(source.bus, name)))
    for sink in sinks:
        for name in ("tdata", "tkeep", "tid", "tdest", "tuser"):
            setattr(sink.bus, name, Once(getattr(sink.bus, name)))
        sink.bus.tvalid = Valid(sink.bus)
        sink.bus.tready = Driven(sink.bus.tready)


async def stall(port, rng):
    """Stalls of any length, mostly short, now and then one of hundreds of cycles."""
    share = rng.choice((0.1, 0.3))
    while True:
        await Timer(PERIOD * (1 + int(rng.expovariate(share))), "ns")
        port.pause = True
        await Timer(PERIOD * (rng.randint(1, 3) if rng.random() < 0.995 else rng.randint(50, 500)), "ns")
        port.pause = False


def any_length(rng, beat):
    """All magnitudes, short ones more often; and now and then the shortest, the longest, and a whole beat."""
    if rng.random() < 0.02:
        return rng.choice((1, beat, beat + 1, FRAME_BYTES))
    return int(math.exp(rng.random() ** 5 * math.log(FRAME_BYTES + 1)))


@cocotb.test()
async def frames_arrive(dut):
    rng = random.Random(SEED)
    cocotb.start_soon(Clock(dut.aclk, PERIOD, "ns").start())
    reset = {"reset": dut.aresetn, "reset_active_level": False}
    sources = [AxiStreamSource(AxiStreamBus.from_prefix(dut.p[i], "s_axis"), dut.aclk, **reset) for i in range(PORTS)]
    sinks = [AxiStreamSink(AxiStreamBus.from_prefix(dut.p[i], "m_axis"), dut.aclk, **reset) for i in range(PORTS)]
    beat = sources[0].byte_lanes
    for port in sources + sinks:
        port.log.setLevel("WARNING")
    dut.aresetn.value = 0
    await ClockCycles(dut.aclk, 5)
    assert all(int(dut.p[i].s_axis_tready.value) == 0 for i in range(PORTS))
    dut.aresetn.value = 1
    await ClockCycles(dut.aclk, 2)
    access_less(sources, sinks)
    begin = get_sim_time("ns")
    for port in sources + sinks:
        cocotb.start_soon(stall(port, random.Random(rng.random())))

    expected = {}                                   # by source, destination and level: (bytes, TID, TUSER of each beat)
    count = {"sent": 0, "arrived": 0, "wrong": 0, "out of order": 0, "bytes": 0}
    too_long = [0] * PORTS

    async def send(s, n):
        sources[s].queue_occupancy_limit_frames = 1
        while n:
            d, tid = rng.randrange(PORTS), rng.randrange(256)
            if rng.random() < 0.002:
                data = rng.randbytes(FRAME_BEATS * beat + rng.randint(1, 2 * beat))
                too_long[s] += 1
                user = [0]
            else:
                n -= 1
                data = rng.randbytes(any_length(rng, beat))
                beats = -(-len(data) // beat)
                user = [rng.randrange(2) for _ in range(beats)]
                expected.setdefault((s, d, tid % LEVELS), deque()).append((data, tid, user))
                count["sent"] += 1
            await sources[s].send(AxiStreamFrame(data, tid=tid, tdest=d, tuser=[u for u in user for _ in range(beat)]))
        await sources[s].wait()

    def as_sent(frame, data, tid, user):
        """All of each beat, bytes that TKEEP masks out left aside."""
        lanes = len(frame.tdata)
        return (
            lanes == len(user) * beat
            and frame.tdata[: len(data)] == data
            and frame.tkeep == [1] * len(data) + [0] * (lanes - len(data))
            and frame.tid == [tid] * lanes
            and frame.tuser == [u for u in user for _ in range(beat)]
        )

    async def receive(d):
        while True:
            frame = await sinks[d].recv(compact=False)
            s, tid = frame.tdest[0], frame.tid[0]
            flow = expected.get((s, d, tid % LEVELS))
            count["arrived"] += 1
            if not flow or frame.tdest != [s] * len(frame.tdest):
                count["wrong"] += 1
                continue
            count["bytes"] += sum(frame.tkeep)
            if as_sent(frame, *flow[0]):
                flow.popleft()
            else:
                late = next((f for f in flow if as_sent(frame, *f)), None)
                count["wrong" if late is None else "out of order"] += 1
                flow.remove(late or flow[0])
            if count["arrived"] % 1000 == 0:
                dut._log.info("%d frames", count["arrived"])

    for d in range(PORTS):
        cocotb.start_soon(receive(d))
    for task in [cocotb.start_soon(send(s, FRAMES // PORTS)) for s in range(PORTS)]:
        await task
    for _ in range(1000):
        if not any(expected.values()):
            break
        await ClockCycles(dut.aclk, 100)
    cycles = int((get_sim_time("ns") - begin) / PERIOD)
    dropped = [int(dut.dropped.value) >> 16 * i & 0xFFFF for i in range(PORTS)]
    dut._log.info(
        "%d frames of 1 to %d bytes sent, %d arrived, %d wrong, %d out of order; %d too long, %d dropped; "
        "%d bytes in %d cycles, %.2f bytes a cycle and port",
        count["sent"], FRAME_BYTES, count["arrived"], count["wrong"], count["out of order"], sum(too_long), sum(dropped),
        count["bytes"], cycles, count["bytes"] / cycles / PORTS,
    )
    assert count["wrong"] == 0 and count["out of order"] == 0
    assert not any(expected.values()), "not all frames came"
    assert dropped == too_long, "frames dropped, and not counted, or counted and not dropped"
