"""What this process has allocated."""

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
    """MiB in use that were asked of the C library; None where there is another one than glibc.

    Python's own small objects are not among them. What was freed is given back first.
    """
    try:
        libc = ctypes.CDLL("libc.so.6")
        libc.malloc_trim(0)
        libc.mallinfo2.restype = _MallocInfo
        info = libc.mallinfo2()
    except (OSError, AttributeError):
        return None
    return (info.uordblks + info.hblkhd) / 2**20
