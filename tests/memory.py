"""The memory allocated by this process."""

from __future__ import annotations

import ctypes


class _MallocInfo(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
            "fordblks", "keepcost",
        )
    ]  # fmt: skip


def allocated() -> float | None:
    """Return the MiB allocated through the C library; None without glibc.

    Python's small objects are not included. Free blocks are returned to the system first.
    """
    try:
        libc = ctypes.CDLL("libc.so.6")
        libc.malloc_trim(0)
        libc.mallinfo2.restype = _MallocInfo
        info = libc.mallinfo2()
    except (OSError, AttributeError):
        return None
    return (info.uordblks + info.hblkhd) / 2**20
