"""Tests keep their data to themselves, and Ctrl-C is Ctrl-C."""

import os
import signal
import tempfile

_data = tempfile.TemporaryDirectory(prefix="plyground-tests-")
os.environ["PLYGROUND_DATA"] = _data.name  # before the package is imported

# A shell starts commands in the background with Ctrl-C ignored, and Python keeps it so.
signal.signal(signal.SIGINT, signal.default_int_handler)
