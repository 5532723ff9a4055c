"""Tests keep their data to themselves."""

import os
import tempfile

_data = tempfile.TemporaryDirectory(prefix="plyground-tests-")
os.environ["PLYGROUND_DATA"] = _data.name  # before the package is imported
