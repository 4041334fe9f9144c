"""Opens a page in Firefox without a window, from a disk, and prints what it shows: firefox_verdict.py PROGRAM FILE.

Firefox is led through its own Marionette (a length, a colon, JSON, over a socket of this machine), so no driver is needed.
"""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time


class Browser:
    def __init__(self, program, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with open(os.path.join(folder, "user.js"), "w") as preferences:
            preferences.write(f'user_pref("marionette.port", {port});\n')
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", folder, "--marionette"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=folder, MOZ_HEADLESS="1"))
        for _ in range(300):
            try:
                self.wire = socket.create_connection(("127.0.0.1", port), timeout=100)
                break
            except OSError:
                time.sleep(0.2)
        self.bytes = b""
        self.last = 0
        self.read()  # its greeting
        self.call("WebDriver:NewSession", {})

    def read(self):
        while b":" not in self.bytes:
            self.bytes += self.wire.recv(65536)
        size, self.bytes = self.bytes.split(b":", 1)
        while len(self.bytes) < int(size):
            self.bytes += self.wire.recv(65536)
        text, self.bytes = self.bytes[: int(size)], self.bytes[int(size):]
        return json.loads(text)

    def call(self, command, parameters):
        self.last += 1
        text = json.dumps([0, self.last, command, parameters]).encode()
        self.wire.sendall(str(len(text)).encode() + b":" + text)
        _, _, failure, answer = self.read()
        if failure:
            raise RuntimeError(failure["message"])
        return answer

    def evaluate(self, script):
        return self.call("WebDriver:ExecuteScript", {"script": "return " + script, "args": []})["value"]


def main():
    program, file = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        try:
            browser.call("WebDriver:Navigate", {"url": "file://" + file})
            end = time.monotonic() + 100
            while browser.evaluate("document.documentElement.dataset.verdicts || ''") != "1" and time.monotonic() < end:
                time.sleep(0.1)
            print(browser.evaluate("document.querySelector('.verdict').textContent"))
            print(browser.evaluate("document.documentElement.dataset.firstVerdict"))
            print(browser.evaluate("navigator.userAgent"))
        finally:
            browser.process.terminate()
            browser.process.wait(20)


main()
