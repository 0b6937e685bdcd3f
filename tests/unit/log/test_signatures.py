"""Keys in their standard form, and the verification of signatures."""

from __future__ import annotations

import pytest

from engine.log.signatures import SCHEME, KeySigner, check_signature

pytest.importorskip("cryptography")
LINK = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def signer() -> KeySigner:
    return KeySigner.from_seed(bytes(range(32)))


def test_a_key_is_saved_and_loaded(signer: KeySigner) -> None:
    pem = signer.to_pem()
    assert pem.startswith(b"-----BEGIN PRIVATE KEY-----")
    again = KeySigner.from_pem(pem)
    assert again.key == signer.key
    assert again.sign(LINK) == signer.sign(LINK)


def test_foreign_keys_are_refused() -> None:
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    plain = (form.Encoding.PEM, form.PrivateFormat.PKCS8)
    other = X25519PrivateKey.generate().private_bytes(*plain, form.NoEncryption())
    locked = Ed25519PrivateKey.generate().private_bytes(*plain, form.BestAvailableEncryption(b"x"))
    for data in (other, locked, b"", b"-----BEGIN PRIVATE KEY-----\n"):
        with pytest.raises(ValueError, match=r"\w"):
            KeySigner.from_pem(data)


def test_new_keys_differ(signer: KeySigner) -> None:
    keys = {KeySigner.new().key, KeySigner.new().key, signer.key}
    assert len(keys) == 3
    assert all(key.startswith(SCHEME) and len(key) == len(SCHEME) + 64 for key in keys)


def test_a_signature_is_valid_only_for_its_link_and_key(signer: KeySigner) -> None:
    signature = signer.sign(LINK)
    assert check_signature(signer.key, LINK, signature) == "good"
    assert check_signature(signer.key, LINK[::-1], signature) == "bad"
    assert check_signature(KeySigner.new().key, LINK, signature) == "bad"
    assert check_signature(signer.key, LINK, "no digits") == "bad"
    assert check_signature(f"{SCHEME}00", LINK, signature) == "bad"
    assert check_signature("rsa:00", LINK, signature) == "bad"
