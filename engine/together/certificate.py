"""The TLS certificate of a host: created once, and identified to members by its SHA-256."""

from __future__ import annotations

import hashlib
import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.together.secret_files import write_secret

YEARS = 20


def make_certificate(folder: Path, address: str) -> None:
    """Write a self-signed certificate and its key to a folder, unless they exist.

    Only the owner of the key file can read it.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    if (folder / "certificate.pem").exists():
        return
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "holland44")])
    names: list[x509.GeneralName] = [x509.DNSName("localhost")]
    try:
        names.append(x509.IPAddress(ipaddress.ip_address(address)))
    except ValueError:
        names.append(x509.DNSName(address))
    begin = datetime.now(UTC) - timedelta(days=2)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    write_secret(folder / "certificate.key", pem)
    write_secret(folder / "certificate.pem", certificate.public_bytes(form.Encoding.PEM))


def fingerprint(folder: Path) -> str:
    """Return the SHA-256 of the certificate in a folder, in hexadecimal."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding

    certificate = x509.load_pem_x509_certificate((folder / "certificate.pem").read_bytes())
    return hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest()
