"""The office's own signature in its papers (PAdES): anyone's PDF program can tell that not a byte was
changed.

The key lies in the office's data folder (``keys/papers-1.key`` with its certificate ``papers-1.pem``), never
in its database, and is made when it is first needed. A new key gets the next number; old certificates stay,
since old papers point to them. Order: print, stamp, sign, hash; a signed paper is never touched again.
"""

from __future__ import annotations

import io
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pyhanko.keys import load_cert_from_pemder, load_private_key_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko_certvalidator.registry import SimpleCertificateStore

from townwright.office import storage
from townwright.office.storage.files import locked, sync

FIELD = "Office"
VALID_FOR = timedelta(days=3653)
#: Bytes left in a PDF for its signature: ours has one short certificate. Told outright, it needs no trial to measure.
_ROOM = 8192
_CERTIFICATE = re.compile(r"papers-(\d+)\.pem")


@dataclass(frozen=True, slots=True)
class Key:
    """A signing key of the office: its number and its two files."""

    number: int
    key: Path
    certificate: Path


def sign(pdf: bytes, *, at: datetime, town: str, reason: str) -> bytes:
    """The PDF with the office's signature, made at `at`; no later change leaves it intact."""
    work = io.BytesIO(pdf)
    _sign(work, at=at, town=town, reason=reason)
    return work.getvalue()


def sign_file(path: Path, *, at: datetime, town: str, reason: str) -> None:
    """Puts the office's signature at the end of a PDF on the disk, which may be too large for the memory."""
    with path.open("r+b") as work:
        _sign(work, at=at, town=town, reason=reason)


def _sign(work: BinaryIO, *, at: datetime, town: str, reason: str) -> None:
    signer = signers.PdfSigner(
        signers.PdfSignatureMetadata(
            field_name=FIELD,
            name=town,
            reason=reason,
            subfilter=SigSeedSubFilter.PADES,
            md_algorithm="sha256",
            certify=True,
            docmdp_permissions=MDPPerm.NO_CHANGES,
        ),
        signer=_signer(current_key(town, at=at)),
        new_field_spec=fields.SigFieldSpec(FIELD),
    )
    writer = IncrementalPdfFileWriter(work)
    # pyHanko runs an event loop of its own, which must not meet one that the caller's thread has.
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(signer.sign_pdf, writer, in_place=True, bytes_reserved=_ROOM).result()


def current_key(town: str, *, at: datetime) -> Key:
    """The key that the office signs with now; made on first use."""
    with locked(_folder() / "papers.lock"):
        held = all_keys()
        return held[-1] if held else _make(1, town, at)


def replace_key(town: str, *, at: datetime) -> Key:
    """Makes a new key, with which papers are signed from now on. The old certificate stays."""
    with locked(_folder() / "papers.lock"):
        held = all_keys()
        return _make(held[-1].number + 1 if held else 1, town, at)


def all_keys() -> list[Key]:
    """The keys of the bound office, oldest first."""
    numbers = sorted(int(found[1]) for path in _folder().iterdir() if (found := _CERTIFICATE.fullmatch(path.name)))
    return [_key(number) for number in numbers]


def _folder() -> Path:
    folder = storage.office().folder / "keys"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _key(number: int) -> Key:
    return Key(number, _folder() / f"papers-{number}.key", _folder() / f"papers-{number}.pem")


def _make(number: int, town: str, at: datetime) -> Key:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, town[:64]),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Papers of the office, key {number}"),
        ]
    )
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(at - timedelta(days=1))
        .not_valid_after(at + VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .sign(private, hashes.SHA256())
    )
    made = _key(number)
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    # The certificate last: a key without one is no key yet.
    _write(made.key, secret)
    _write(made.certificate, certificate.public_bytes(serialization.Encoding.PEM))
    sync(_folder())
    return made


def _write(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def _signer(key: Key) -> signers.SimpleSigner:
    return signers.SimpleSigner(
        signing_cert=load_cert_from_pemder(str(key.certificate)),  # type: ignore[no-untyped-call]
        signing_key=load_private_key_from_pemder(str(key.key), passphrase=None),
        cert_registry=SimpleCertificateStore(),  # type: ignore[no-untyped-call]
    )
