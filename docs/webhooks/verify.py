"""Verifies a webhook with the standard library alone. Usage: python3 verify.py SECRET ID TIMESTAMP SIGNATURES < body"""

import base64
import hashlib
import hmac
import sys
import time

TOLERANCE_SECONDS = 300


def verify(body: bytes, message_id: str, timestamp: str, signatures: str, secret: str) -> None:
    """Raises ValueError when the request is not from who knows the secret, or is old.

    `body` is the bytes as they came; the others are the headers webhook-id, webhook-timestamp and webhook-signature.
    """
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("the timestamp is too old or too new")
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = signatures.split(" ")
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in given):
        raise ValueError("no signature fits")


if __name__ == "__main__":
    secret, message_id, timestamp, signatures = sys.argv[1:5]
    try:
        verify(sys.stdin.buffer.read(), message_id, timestamp, signatures, secret)
        print("verified")
    except ValueError as error:
        print(f"refused: {error}")
        sys.exit(1)
