"""Signatures of lines: Ed25519 over the link, so that one vouches for the whole log up to it.

The package ``cryptography`` is asked for only where there is something to sign or to check.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.core.errors import UserError
from engine.i18n import t

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SCHEME = "ed25519:"
"""Begins the name of a public key."""
CONTEXT = b"h44log/2 "
"""Stands before the link in what is signed, so that the signature is of no use elsewhere."""
Found = Literal["good", "bad", "unknown"]
"""What became of a signature; "unknown": of another scheme, or the package is not installed."""


@dataclass(frozen=True)
class KeySigner:
    """Signs with a private key; a :class:`engine.log.store.Signer`."""

    private: Ed25519PrivateKey

    @classmethod
    def from_seed(cls, seed: bytes) -> KeySigner:
        """The signer of 32 secret bytes. Raises UserError where signing is not installed."""
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            raise UserError(t("log.error.no_cryptography")) from None
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def new(cls) -> KeySigner:
        """The signer of a key that nobody has yet. Raises as :meth:`from_seed`."""
        return cls.from_seed(secrets.token_bytes(32))

    @classmethod
    def from_pem(cls, data: bytes) -> KeySigner:
        """The signer of a key in the common form (PKCS 8, PEM, without a password).

        Raises ValueError for what is none, UserError where signing is not installed.
        """
        try:
            from cryptography.exceptions import UnsupportedAlgorithm
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
            from cryptography.hazmat.primitives.serialization import load_pem_private_key
        except ImportError:
            raise UserError(t("log.error.no_cryptography")) from None
        try:
            found = load_pem_private_key(data, password=None)
        except (TypeError, UnsupportedAlgorithm) as error:  # it has a password; a key of its own
            raise ValueError(str(error)) from None
        if not isinstance(found, Ed25519PrivateKey):
            raise ValueError("a key of another kind")
        return cls(found)

    def to_pem(self) -> bytes:
        """The secret key in the common form."""
        from cryptography.hazmat.primitives import serialization as form

        return self.private.private_bytes(
            form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
        )

    @property
    def key(self) -> str:
        """The public key, as an author names it."""
        return SCHEME + self.private.public_key().public_bytes_raw().hex()

    def sign(self, link: str) -> str:
        """The signature of a link, in hexadecimal digits."""
        return self.private.sign(CONTEXT + link.encode()).hex()


def check_signature(key: str, link: str, signature: str) -> Found:
    """Was a link signed with the private part of a key?"""
    if not key.startswith(SCHEME):
        return "unknown"
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
