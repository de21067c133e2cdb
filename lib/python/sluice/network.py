"""Networks of switches: one run, from options to results."""

import threading
import time
import weakref
from collections.abc import Mapping
from typing import Any, Dict, Iterator, Optional, Union

from ._library import FLAG, NULL, NUMBER, NamedResult, lib, line, options, owned_text, why

Value = Union[int, float, str, bool, None]


class CheckFailed(RuntimeError):
    """A run in which packets were lost, out of order or stuck: a fault of Sluice, or a deadlock of routers that may have one. ``result`` has what was
    measured."""

    def __init__(self, text: str, result: "Result"):
        super().__init__(text)
        self.result = result


class Result(Mapping):
    """What a run measured and how it was configured: a mapping from the names of the JSON of ``sluice sim --json`` to numbers, words and flags.
    Names in objects are joined by dots: ``"config.switch.radix"``."""

    def __init__(self, values: Dict[str, Value], json: str, good: bool, text: str, network: "Network"):
        self._values = values
        self._network = network
        self.json = json                #: the text of ``--json``; byte by byte the command's, but for the measured times
        self.good = good                #: all packets arrived, once and in order
        self.why = text                 #: if not: what went wrong

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        shown = ("accepted_load", "latency_mean", "state")
        return f"<sluice.Result {', '.join(f'{k}={self[k]!r}' for k in shown)}>"

    def csv(self, what: str) -> str:
        """The rows of ``--csv-series`` ("series"), ``--csv-histogram`` ("histogram") or ``--csv-nodes`` ("nodes"), with the names of the columns."""
        text = lib.sluice_network_csv(self._network.handle, what.encode())
        if not text:
            raise ValueError(f"sluice: no rows are called '{what}'; there are series, histogram and nodes")
        return owned_text(text)


def _value(result: NamedResult) -> Value:
    text = result.text.decode(errors="replace")
    if result.kind == NUMBER:
        return int(text) if text.lstrip("-").isdigit() else float(text)
    return None if result.kind == NULL else result.number == 1 if result.kind == FLAG else text


class Network:
    """A network that is run in slices. ``simulate()`` is the same at once."""

    def __init__(self, **given: Any):
        text = why()
        self.handle = lib.sluice_network_new(*options(given), text)
        if not self.handle:
            raise ValueError(line(text))
        self._free = weakref.finalize(self, lib.sluice_network_free, self.handle)
        self._over = False

    @property
    def cycle(self) -> int:
        """Cycles that have been run."""
        return lib.sluice_network_cycle(self.handle)

    @property
    def cycles(self) -> int:
        """All cycles that have traffic; of a trace that runs to its end, the least that there may be, until it is there."""
        return lib.sluice_network_cycles(self.handle)

    def run(self, cycles: int) -> bool:
        """Runs so many cycles more, or those that are left; with the last one also until the network is empty. Is there more to run?"""
        if cycles < 0:
            raise ValueError(f"sluice: cycles: {cycles} is below 0")
        self._over = not lib.sluice_network_run(self.handle, min(int(cycles), 2**64 - 1))
        return not self._over

    def stop(self) -> None:
        """Ends the run early, a few cycles from now: ``result()`` is that of a run of ``result()["traffic_cycles"]`` cycles."""
        lib.sluice_network_stop(self.handle)
        self._over = True

    def run_to_end(self, stop: Optional[threading.Event] = None) -> bool:
        """Runs all that is left, in slices of a tenth of a second or less, between which the interpreter sees signals. False: ``stop`` was set."""
        piece = 256
        while not (stop and stop.is_set()):
            began = time.monotonic()
            if not self.run(piece):
                return True
            took = time.monotonic() - began
            piece = min(2 * piece, 4096) if took < 0.05 else max(piece // 2, 1) if took > 0.2 else piece
        return False

    def result(self) -> Result:
        """What was measured, once there is nothing more to run."""
        if not self._over:
            raise RuntimeError("sluice: the run has not ended")
        text, item, values = why(), NamedResult(), {}
        for i in range(lib.sluice_network_results(self.handle)):
            lib.sluice_network_result(self.handle, i, item)
            values[item.name.decode()] = _value(item)
        good = lib.sluice_network_good(self.handle, text)
        if not values:
            raise MemoryError(line(text))
        return Result(values, lib.sluice_network_json(self.handle).decode(errors="replace"), good, text.value.decode(errors="replace"), self)


def simulate(**given: Any) -> Result:
    """Runs a network with these options of ``sluice sim``: ``simulate(scheme="recn-iq", topology="ktree", k=4, n=2, load=.8, own_node=True)``.

    Dashes of names are underscores; a flag is True; a list is a list or a text with commas. ``config`` is a file of parameters.
    Raises ValueError for what the command refuses, with its line, and CheckFailed for a run that lost packets.
    """
    network = Network(**given)
    network.run_to_end()
    result = network.result()
    if not result.good:
        raise CheckFailed("sluice: " + result.why, result)
    return result
