"""The functions of lib/sluice.h. Calls release the lock of the interpreter, so threads run at the same time."""

import ctypes
import numbers
import os
from ctypes import POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Mapping, Tuple

WHY, NAME = 512, 192


class Option(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class NamedResult(Structure):
    _fields_ = [("name", c_char_p), ("text", c_char_p), ("kind", c_int), ("number", c_double)]


NUMBER, WORD, FLAG, NULL = range(4)


class CPacket(Structure):
    _fields_ = [("turnpool", c_uint64), ("tag", c_uint64), ("turns_left", c_uint32), ("destination", c_uint32), ("queue", c_uint32),
                ("sl", c_uint32), ("flits", c_uint32), ("source", c_uint32), ("vc", c_uint32), ("flit", c_uint32)]


class CMessage(Structure):
    _fields_ = [("turns", c_uint64), ("xoff", c_uint32), ("line", c_uint32), ("queue", c_uint32), ("levels", c_uint32), ("len", c_uint32),
                ("hops", c_uint32), ("destination", c_uint32), ("stop", c_uint32), ("full", c_uint32), ("flow", c_uint32)]


class CWord(Structure):
    _fields_ = [("turns", c_uint64), ("turns_left", c_uint32), ("port", c_uint32), ("queue", c_uint32)]


class CRegister(Structure):
    _fields_ = [("name", ctypes.c_char * NAME), ("width", c_uint), ("words", c_uint), ("known", c_bool)]


class CCounts(Structure):
    _fields_ = [(name, c_uint64) for name in ("sent", "delivered", "detections", "notifications", "notifications_lost", "packets_set_aside",
                                              "xoff_sent", "xon_sent", "xoff_received", "lines_in_use", "lines_peak")]


def _open() -> ctypes.CDLL:
    """The library that the package carries with it; that of the system where the package is used from its sources. $SLUICE_LIBRARY: another."""
    bundled = Path(__file__).with_name("libsluice.so")
    return ctypes.CDLL(os.environ.get("SLUICE_LIBRARY") or (str(bundled) if bundled.exists() else "libsluice.so.0"))


_FUNCTIONS = {
    "sluice_version": (c_char_p,),
    "sluice_network_new": (c_void_p, POINTER(Option), c_size_t, c_char_p),
    "sluice_network_free": (None, c_void_p),
    "sluice_network_cycle": (c_uint64, c_void_p),
    "sluice_network_cycles": (c_uint64, c_void_p),
    "sluice_network_run": (c_bool, c_void_p, c_uint64),
    "sluice_network_stop": (None, c_void_p),
    "sluice_network_good": (c_bool, c_void_p, c_char_p),
    "sluice_network_results": (c_size_t, c_void_p),
    "sluice_network_result": (c_bool, c_void_p, c_size_t, POINTER(NamedResult)),
    "sluice_network_json": (c_char_p, c_void_p),
    "sluice_network_csv": (c_void_p, c_void_p, c_char_p),
    "sluice_model_new": (c_void_p, POINTER(Option), c_size_t, c_char_p),
    "sluice_model_free": (None, c_void_p),
    "sluice_model_ports": (c_uint, c_void_p),
    "sluice_model_cycle": (c_uint64, c_void_p),
    "sluice_model_position": (c_bool, c_void_p, c_uint32, c_char_p),
    "sluice_model_configure": (c_bool, c_void_p, c_uint32, POINTER(CWord), c_char_p),
    "sluice_model_send": (c_bool, c_void_p, c_uint, POINTER(CPacket), c_char_p),
    "sluice_model_may_send": (c_bool, c_void_p, c_uint, POINTER(CPacket)),
    "sluice_model_credit": (c_bool, c_void_p, c_uint, c_uint32, c_char_p),
    "sluice_model_message": (c_bool, c_void_p, c_uint, POINTER(CMessage), c_char_p),
    "sluice_model_step": (None, c_void_p),
    "sluice_model_sent": (c_bool, c_void_p, c_uint, POINTER(CPacket)),
    "sluice_model_credited": (c_bool, c_void_p, c_uint, POINTER(c_uint32)),
    "sluice_model_told": (c_bool, c_void_p, c_uint, POINTER(CMessage)),
    "sluice_model_drained": (c_bool, c_void_p),
    "sluice_model_registers": (c_size_t, c_void_p),
    "sluice_model_register": (c_bool, c_void_p, c_size_t, POINTER(CRegister)),
    "sluice_model_find": (c_size_t, c_void_p, c_char_p),
    "sluice_model_read": (c_bool, c_void_p, c_size_t, POINTER(c_uint32)),
    "sluice_model_pin": (c_uint, c_void_p, c_char_p, c_uint, POINTER(c_uint32), c_size_t),
    "sluice_model_counts": (CCounts, c_void_p),
}

lib = _open()
for _name, (_result, *_arguments) in _FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments
# Of the C library of this process, where the text of sluice_network_csv() was allocated.
_free = ctypes.CDLL(None).free
_free.restype, _free.argtypes = None, [c_void_p]


def version() -> str:
    return lib.sluice_version().decode()


def text_of(value: Any) -> str:
    """A value as the command line has it: numbers as they are, lists joined by commas."""
    if isinstance(value, (list, tuple)):
        return ",".join(text_of(v) for v in value)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _plain(value: Any) -> Any:
    """A number or flag of numpy as one of Python."""
    return value.item() if getattr(value, "ndim", None) == 0 else value


def options(given: Mapping[str, Any]) -> Tuple[Any, int]:
    """Options for a call; None and False are options that are not given, True is a flag."""
    plain = [(name, _plain(value)) for name, value in given.items()]
    pairs = [(name, None if value is True else text_of(value)) for name, value in plain if value is not None and value is not False]
    for name, value in pairs:
        if "\0" in name or "\0" in (value or ""):
            raise ValueError(f"sluice: --{name.split(chr(0))[0]}: a NUL character")
    array = (Option * len(pairs))(*[(os.fsencode(n), None if v is None else os.fsencode(v)) for n, v in pairs])
    return array, len(pairs)


def why() -> Any:
    return ctypes.create_string_buffer(WHY)


def line(text: Any) -> str:
    """The line that the command prints."""
    return "sluice: " + text.value.decode(errors="replace")


def owned_text(pointer: int) -> str:
    """A text that is ours to free."""
    try:
        return ctypes.string_at(pointer).decode(errors="replace")
    finally:
        _free(pointer)
