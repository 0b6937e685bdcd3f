"""Boxes: parts of a log's line that only the holder of one key can read.

A box is encrypted with libsodium's sealed boxes to the Ed25519 key with which its reader signs
lines. Its content is compressed and padded, so that its length says little. The package ``nacl`` is
imported only to make a box or to open one; it comes with ``nkeys``.
"""

from __future__ import annotations

import base64
import zlib

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.reading import MAX_LINE
from engine.log.signatures import SCHEME, KeySigner

STEP = 512
"""The length of a box's content is a multiple of this number of bytes."""
_LENGTH = 4


def make_box(content: bytes, key: str) -> str:
    """Return a box that the holder of a public key can open. Raises UserError without ``nacl``."""
    try:
        from nacl.public import SealedBox
        from nacl.signing import VerifyKey
    except ImportError:
        raise UserError(t("log.error.no_cryptography")) from None
    packed = zlib.compress(content, 9)
    filled = len(packed).to_bytes(_LENGTH, "big") + packed
    filled += bytes(-len(filled) % STEP)
    public = VerifyKey(bytes.fromhex(key.removeprefix(SCHEME))).to_curve25519_public_key()
    return base64.b64encode(SealedBox(public).encrypt(filled)).decode()


def open_box(box: str, signer: KeySigner) -> bytes | None:
    """Return the content of a box; None if it is damaged or made for another key.

    Raises UserError without ``nacl``.
    """
    try:
        from nacl.exceptions import CryptoError
        from nacl.public import SealedBox
        from nacl.signing import SigningKey
    except ImportError:
        raise UserError(t("log.error.no_cryptography")) from None
    private = SigningKey(signer.private.private_bytes_raw()).to_curve25519_private_key()
    try:
        filled = SealedBox(private).decrypt(base64.b64decode(box, validate=True))
        length = int.from_bytes(filled[:_LENGTH], "big")
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(filled[_LENGTH : _LENGTH + length], MAX_LINE)
    except (CryptoError, ValueError, zlib.error):
        return None
    return content if unpacking.eof else None
