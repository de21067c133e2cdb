"""Sluice: networks of congestion-managed switches, and single switches, as bit-accurate C models.

    >>> import sluice
    >>> sluice.simulate(topology="ktree", k=4, n=2, load=.8, cycles=20000)["accepted_load"]
    >>> sluice.sweep({"load": [.2, .4, .6, .8], "saqs": [0, 4]}, topology="ktree", k=4, n=2)
    >>> sluice.Switch(scheme="recn-iq", radix=4).read("g_in[0].iport.mmu.credit_q")

Options are those of the command ``sluice sim``, parameters of switches among them. What is wrong is a ValueError with the line of the command.
"""

from ._library import version as _version
from .network import CheckFailed, Network, Result, simulate
from .sweep import points, sweep
from .switch import Message, Packet, Switch

__version__ = _version()

__all__ = ["CheckFailed", "Message", "Network", "Packet", "Result", "Switch", "points", "simulate", "sweep"]
