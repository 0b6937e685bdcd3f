"""Signatures of lines: Ed25519 over the link, so a signature vouches for the log up to its line.

The package ``cryptography`` is imported only to sign or to check.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.core.errors import UserError
from engine.i18n import t

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SCHEME = "ed25519:"
"""Prefix of public keys."""
CONTEXT = b"h44log/2 "
"""Prefix of a link in the signed bytes, so that the signature is useless elsewhere."""
Found = Literal["good", "bad", "unknown"]
"""The result of a check; "unknown": the package is not installed."""

_KEY = re.compile(r"ed25519:([0-9a-f]{64})")
_PRIME = 2**255 - 19
_SMALL = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER = frozenset({0, 1, _PRIME - 1, _SMALL, _PRIME - _SMALL})
"""The y coordinates of the eight points of small order, for which anyone can forge signatures."""


@dataclass(frozen=True)
class KeySigner:
    """Signer with a private key; a :class:`engine.log.store.Signer`."""

    private: Ed25519PrivateKey

    @classmethod
    def from_seed(cls, seed: bytes) -> KeySigner:
        """Return the signer of 32 secret bytes.

        Raises UserError if the package for signing is missing.
        """
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            raise UserError(t("log.error.no_cryptography")) from None
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def new(cls) -> KeySigner:
        """Return a signer with a new random key. Raises as :meth:`from_seed`."""
        return cls.from_seed(secrets.token_bytes(32))

    @classmethod
    def from_pem(cls, data: bytes) -> KeySigner:
        """Read the signer of a key in PEM format (PKCS 8, without a password).

        Raises ValueError for an invalid key, UserError if the package for signing is missing.
        """
        try:
            from cryptography.exceptions import UnsupportedAlgorithm
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
            from cryptography.hazmat.primitives.serialization import load_pem_private_key
        except ImportError:
            raise UserError(t("log.error.no_cryptography")) from None
        try:
            result = load_pem_private_key(data, password=None)
        except (TypeError, UnsupportedAlgorithm) as error:  # it has a password; a key of its own
            raise ValueError(str(error)) from None
        if not isinstance(result, Ed25519PrivateKey):
            raise ValueError("a key of another kind")
        return cls(result)

    def to_pem(self) -> bytes:
        """Return the secret key in PEM format (PKCS 8)."""
        from cryptography.hazmat.primitives import serialization as form

        return self.private.private_bytes(
            form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
        )

    @property
    def key(self) -> str:
        """Return the public key in the notation of an author's key."""
        return SCHEME + self.private.public_key().public_bytes_raw().hex()

    def sign(self, link: str) -> str:
        """Return the signature of a link, in hexadecimal digits."""
        return self.private.sign(CONTEXT + link.encode()).hex()


def is_key(key: str) -> bool:
    """Return whether a text is a public key in the accepted form and safe to check with.

    Refused are other schemes and spellings, numbers that are no coordinate, and points of small
    order, whose signatures anyone can forge.
    """
    match = _KEY.fullmatch(key)
    if match is None:
        return False
    y = int.from_bytes(bytes.fromhex(match[1]), "little") & (2**255 - 1)
    return y < _PRIME and y not in _SMALL_ORDER


def check_signature(key: str, link: str, signature: str) -> Found:
    """Return whether a link was signed with the private part of a key."""
    if not is_key(key):
        return "bad"
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return "unknown"
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.removeprefix(SCHEME)))
        public.verify(bytes.fromhex(signature), CONTEXT + link.encode())
    except (InvalidSignature, ValueError):
        return "bad"
    return "good"
