"""One switch, driven by hand."""

import ctypes
import dataclasses
import weakref
from typing import Any, Dict, List, Optional

from ._library import CMessage, CPacket, CRegister, CWord, lib, line, options, why

_WORDS = 16      # of a flit, the widest pin


@dataclasses.dataclass
class Packet:
    """A packet by the fields of its header (spec/header.def); what the scheme has not is 0. Of a wormhole router, one of its flits."""

    turnpool: int = 0       #: turns still to take, the next one lowest
    turns_left: int = 0
    destination: int = 0
    queue: int = 0
    sl: int = 0
    flits: int = 1
    source: int = 0
    tag: int = 0            #: yours: payload is drawn from it
    vc: int = 0
    flit: int = 0


@dataclasses.dataclass
class Message:
    """A message of the reverse side band by its fields (spec/message.def); what the scheme has not is 0."""

    xoff: int = 0
    line: int = 0
    queue: int = 0
    levels: int = 0
    turns: int = 0
    len: int = 0
    hops: int = 0
    destination: int = 0
    stop: int = 0
    full: int = 0
    flow: int = 0


def _to(kind: Any, value: Any) -> Any:
    """A dataclass as the struct of the same fields, which must fit."""
    given = dataclasses.asdict(value)
    struct = kind(**given)
    for name, number in given.items():
        if getattr(struct, name) != number:
            raise ValueError(f"sluice: {name}: {number} does not fit")
    return struct


def _from(kind: Any, struct: Any) -> Any:
    return kind(**{f.name: getattr(struct, f.name) for f in dataclasses.fields(kind)})


def _number(words: Any, width: int) -> int:
    return int.from_bytes(bytes(words), "little") & ((1 << width) - 1)


class Switch:
    """The C model of a switch, bit-accurate to the Verilog of ``sluice gen`` with the same parameters: ``Switch(scheme="recn-iq", radix=4)``.

    What the links bring in a cycle is said first (``send``, ``credit``, ``message``, ``configure``), then ``step()`` runs the cycle; ``sent``,
    ``credited``, ``told``, registers and pins are those of the cycle that comes next. What breaks the contract of a link is a ValueError.
    """

    def __init__(self, **parameters: Any):
        text = why()
        self._handle = lib.sluice_model_new(*options(parameters), text)
        if not self._handle:
            raise ValueError(line(text))
        self._free = weakref.finalize(self, lib.sluice_model_free, self._handle)

    def _do(self, function: Any, *arguments: Any) -> None:
        text = why()
        if not function(self._handle, *arguments, text):
            raise ValueError(line(text))

    def _port(self, port: int) -> int:
        if not 0 <= port < self.ports:
            raise ValueError(f"sluice: port: {port} is outside 0..{self.ports - 1}")
        return port

    @property
    def ports(self) -> int:
        return lib.sluice_model_ports(self._handle)

    @property
    def cycle(self) -> int:
        """The cycle that comes next."""
        return lib.sluice_model_cycle(self._handle)

    def position(self, at: int) -> None:
        """The position of a wormhole router, before the first cycle."""
        self._do(lib.sluice_model_position, at)

    def configure(self, destination: int, *, port: int = 0, queue: int = 0, turns: int = 0, turns_left: int = 0) -> None:
        """Writes a word of the routing table: before the first cycle any number of words, then one a cycle."""
        self._do(lib.sluice_model_configure, destination, CWord(turns, turns_left, port, queue))

    def send(self, port: int, packet: Optional[Packet] = None, **fields: int) -> None:
        """A header comes by this port, by its fields or as a packet; its other flits follow. Of a wormhole router: a flit."""
        self._do(lib.sluice_model_send, self._port(port), _to(CPacket, packet or Packet(**fields)))

    def may_send(self, port: int, packet: Optional[Packet] = None, **fields: int) -> bool:
        """Would ``send()`` be allowed?"""
        return lib.sluice_model_may_send(self._handle, self._port(port), _to(CPacket, packet or Packet(**fields)))

    def credit(self, port: int, what: int = 0) -> None:
        """The receiver behind this output returns a credit, for a queue or VC where credits name one; of a wormhole router, for VCs, a bit each."""
        self._do(lib.sluice_model_credit, self._port(port), what)

    def message(self, port: int, message: Optional[Message] = None, **fields: int) -> None:
        """The receiver behind this output sends a message."""
        self._do(lib.sluice_model_message, self._port(port), _to(CMessage, message or Message(**fields)))

    def step(self, cycles: int = 1) -> None:
        """Runs a cycle, or several, of which the links bring something in the first only."""
        for _ in range(cycles):
            lib.sluice_model_step(self._handle)

    @property
    def sent(self) -> Dict[int, Packet]:
        """By port: the packet whose header (of a wormhole router, a flit) is on tx_*."""
        p = CPacket()
        return {i: _from(Packet, p) for i in range(self.ports) if lib.sluice_model_sent(self._handle, i, p)}

    @property
    def credited(self) -> Dict[int, int]:
        """By port: for what rx_credit is set."""
        what = ctypes.c_uint32()
        return {i: what.value for i in range(self.ports) if lib.sluice_model_credited(self._handle, i, what)}

    @property
    def told(self) -> Dict[int, Message]:
        """By port: the message on rx_msg_*."""
        m = CMessage()
        return {i: _from(Message, m) for i in range(self.ports) if lib.sluice_model_told(self._handle, i, m)}

    @property
    def drained(self) -> bool:
        """Nothing is left in the switch."""
        return lib.sluice_model_drained(self._handle)

    def _register(self, index: int) -> CRegister:
        r = CRegister()
        lib.sluice_model_register(self._handle, index, r)
        return r

    def registers(self) -> List[str]:
        """The hierarchical names of all registers, as manifest.json has them."""
        return [self._register(i).name.decode() for i in range(lib.sluice_model_registers(self._handle))]

    def read(self, name: str) -> Optional[int]:
        """The value of a register; None: the read register of a memory that has not been read."""
        index = lib.sluice_model_find(self._handle, name.encode())
        if index == lib.sluice_model_registers(self._handle):
            raise ValueError(f"sluice: the switch has no register '{name}'")
        r = self._register(index)
        words = (ctypes.c_uint32 * r.words)()
        lib.sluice_model_read(self._handle, index, words)
        return _number(words, r.width) if r.known else None

    def pin(self, name: str, port: int) -> int:
        """An output pin of a port, by its name in spec/ports.def: ``pin("tx_valid", 3)``."""
        words = (ctypes.c_uint32 * _WORDS)()
        width = lib.sluice_model_pin(self._handle, name.encode(), self._port(port), words, _WORDS)
        if not width:
            raise ValueError(f"sluice: the switch has no output '{name}'")
        return _number(words, width)

    @property
    def counts(self) -> Dict[str, int]:
        """Counts since reset: packets sent and delivered, detections, Xoffs, ..."""
        c = lib.sluice_model_counts(self._handle)
        return {name: getattr(c, name) for name, _ in c._fields_}
