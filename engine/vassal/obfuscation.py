"""The five encodings of a ``savedGame``: it is obfuscated or compressed, not encrypted."""

from __future__ import annotations

import lzma
import zlib

from engine.i18n import t
from engine.vassal.errors import MAX_TEXT, VassalError

HEX = b"!VCSK"
"""All versions to 3.7: two hex digits of key, then every byte XOR the key as two hex digits."""
DEFLATED = b"!VCSZ"
"""The same of a zlib stream: an abandoned experiment, but such files exist."""
RAW = b"VOBS"
"""An early 3.8: one byte of key, then every byte XOR the key."""
PACKED = b"\xfd7zXZ\x00"
"""From 3.8: an XZ stream."""


_MEMORY = 128 * 1024 * 1024
"""Limit for the memory used by decompression, in bytes."""


def reveal(data: bytes) -> str:
    """Return the plaintext of a ``savedGame``; data without a known header is already plain.

    Raises VassalError for a body that does not fit its header, is too long or is not text.
    """
    body = _body(data)
    if len(body) > MAX_TEXT:
        raise VassalError(t("vassal.error.long", limit=MAX_TEXT // 2**20))
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VassalError(t("vassal.error.not_text", byte=error.start)) from None


def disguise(text: str, header: bytes = HEX, key: int = 0x5A) -> bytes:
    """Encode a plaintext with one of the headers; an empty header leaves it plain."""
    body = text.encode("utf-8")
    if header == PACKED:
        return lzma.compress(body, lzma.FORMAT_XZ)
    if header == RAW:
        return RAW + bytes([key]) + _xor(body, key)
    if header == DEFLATED:
        body = zlib.compress(body)
    if header in (HEX, DEFLATED):
        return header + b"%02x" % key + _xor(body, key).hex().encode("ascii")
    return body


def _body(data: bytes) -> bytes:
    if data.startswith(RAW):
        if len(data) == len(RAW):
            raise VassalError(t("vassal.error.cut"))
        return _xor(data[len(RAW) + 1 :], data[len(RAW)])
    if data.startswith(PACKED):
        return _unpack(data)
    if not data.startswith((HEX, DEFLATED)):
        return data
    if len(data) - 7 > 2 * MAX_TEXT:
        raise VassalError(t("vassal.error.long", limit=MAX_TEXT // 2**20))
    try:
        digits = data[5:].rstrip(b"\r\n")
        key = int(digits[:2].decode("ascii"), 16)
        # A file truncated in the middle of a byte loses that half byte.
        body = _xor(bytes.fromhex(digits[2 : len(digits) & ~1].decode("ascii")), key)
    except ValueError:
        raise VassalError(t("vassal.error.not_hex")) from None
    return _inflate(body) if data.startswith(DEFLATED) else body


def _unpack(data: bytes) -> bytes:
    try:
        engine = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
        text = engine.decompress(data, MAX_TEXT + 1)
    except (lzma.LZMAError, EOFError):
        raise VassalError(t("vassal.error.deflate")) from None
    if not engine.eof and len(text) <= MAX_TEXT:
        raise VassalError(t("vassal.error.deflate"))
    return text


def _xor(body: bytes, key: int) -> bytes:
    return body.translate(bytes(i ^ key for i in range(256)))


def _inflate(body: bytes) -> bytes:
    engine = zlib.decompressobj()
    try:
        text = engine.decompress(body, MAX_TEXT + 1)
    except zlib.error:
        raise VassalError(t("vassal.error.deflate")) from None
    if not engine.eof and len(text) <= MAX_TEXT:
        raise VassalError(t("vassal.error.deflate"))
    return text
