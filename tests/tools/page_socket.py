"""A WebSocket to the server of a page, for tests in Python."""
import base64
import json
import os
import socket

PATIENCE = 300  # seconds that a server may take to answer, on a busy machine


class Socket:
    """A WebSocket to the page's server, as far as this test needs one."""

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.stream = self.connection.makefile("rwb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.write((f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                           "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                           f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.stream.flush()
        head = self.stream.readline()
        if b" 101 " not in head:
            raise AssertionError(f"the server does not take a WebSocket: {head!r}")
        while self.stream.readline() != b"\r\n":
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.connection.close()

    def send(self, **message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        self.stream.write(b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))
        self.stream.flush()

    def heard(self, message):
        """Every message as it comes in."""

    def receive(self, kind=None):
        """The next message of that kind, or of any. An error that is not waited for is raised."""
        while True:
            kinds, text = [], b""  # a message may come in several frames
            while True:
                first, size = self.stream.read(2)
                kinds.append(first & 0x0F)
                size &= 0x7F
                if size >= 126:
                    size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
                text += self.stream.read(size)
                if first & 0x80:
                    break
            if kinds[0] != 1:  # none of text
                continue
            message = json.loads(text)
            self.heard(message)
            if message["kind"] == "error" and kind != "error":
                raise AssertionError(message["text"])
            if kind in (None, message["kind"]):
                return message
