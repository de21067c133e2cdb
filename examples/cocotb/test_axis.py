"""Random frames between all ports of a switch, with random stalls: each arrives once, unchanged, and in order."""
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

PORTS = 4
FRAMES = int(os.environ.get("FRAMES", "1000"))
FRAME_BYTES = int(os.environ.get("FRAME_BYTES", "9600"))
SEED = int(os.environ.get("SEED", "1"))


def stalls(rng, share):
    """A cycle is a stall with this share."""
    while True:
        yield rng.random() < share


def any_length(rng):
    """Short ones are as frequent as long ones, and so are the ends."""
    return rng.choice((1, 64, FRAME_BYTES, rng.randint(1, min(64, FRAME_BYTES)), rng.randint(1, FRAME_BYTES)))


@cocotb.test()
async def frames_arrive(dut):
    rng = random.Random(SEED)
    cocotb.start_soon(Clock(dut.aclk, 10, "ns").start())
    reset = {"reset": dut.aresetn, "reset_active_level": False}
    sources = [AxiStreamSource(AxiStreamBus.from_prefix(dut, f"s{i}_axis"), dut.aclk, **reset) for i in range(PORTS)]
    sinks = [AxiStreamSink(AxiStreamBus.from_prefix(dut, f"m{i}_axis"), dut.aclk, **reset) for i in range(PORTS)]
    for port in sources + sinks:
        port.log.setLevel("WARNING")
    dut.aresetn.value = 0
    await ClockCycles(dut.aclk, 5)
    assert all(int(getattr(dut, f"s{i}_axis_tready").value) == 0 for i in range(PORTS))
    dut.aresetn.value = 1
    await ClockCycles(dut.aclk, 2)
    for port in sources + sinks:
        port.set_pause_generator(stalls(random.Random(rng.random()), rng.choice((0.1, 0.3))))

    expected = {(s, d): [] for s in range(PORTS) for d in range(PORTS)}

    async def send(s, n):
        for _ in range(n):
            d = rng.randrange(PORTS)
            data = rng.randbytes(any_length(rng))
            tid = rng.randrange(256)
            expected[s, d].append((data, tid))
            await sources[s].send(AxiStreamFrame(data, tid=tid, tdest=d))
            await sources[s].wait()

    received = [0]

    async def receive(d):
        while True:
            frame = await sinks[d].recv()
            s = frame.tdest if isinstance(frame.tdest, int) else frame.tdest[0]
            tid = frame.tid if isinstance(frame.tid, int) else frame.tid[0]
            assert expected[s, d], f"port {d}: a frame from port {s} that nobody sent"
            assert (bytes(frame.tdata), tid) == expected[s, d].pop(0), f"port {d}: another frame from port {s}"
            received[0] += 1
            if received[0] % 1000 == 0:
                dut._log.info("%d frames", received[0])

    for d in range(PORTS):
        cocotb.start_soon(receive(d))
    tasks = [cocotb.start_soon(send(s, FRAMES // PORTS)) for s in range(PORTS)]
    for task in tasks:
        await task
    for _ in range(1000):
        if not any(expected.values()):
            break
        await ClockCycles(dut.aclk, 100)
    assert not any(expected.values()), "not all frames came"
    assert int(dut.dropped.value) == 0
    dut._log.info("%d frames of 1 to %d bytes", received[0], FRAME_BYTES)
