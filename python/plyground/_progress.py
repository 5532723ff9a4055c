"""Progress of long calls: a line on terminals, a bar in notebooks, a function of the user's own, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from types import TracebackType
from typing import Any, Literal, Union

News = Mapping[str, Any]
"""What a call tells while it runs."""

ProgressOption = Union[bool, None, Callable[[News], object]]
"""A function that is called with news, `True` or `False` for a bar or none, `None` for a bar on terminals and in notebooks."""

_WAIT = 0.5  # seconds; shorter calls need no bar
_PAUSE = 0.1  # seconds between two pictures


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


class Progress:
    """Passes news on to whoever wants them. A context manager, so that a bar never stays behind."""

    def __init__(self, option: ProgressOption, label: str) -> None:
        self._label = label
        self._begun = time.monotonic()
        self._shown = 0.0
        self._width = 0
        self._display: Any = None
        self._user: Callable[[News], object] | None = None
        self._bar: Literal["line", "notebook"] | None = None
        if callable(option):
            self._user = option
        elif option is None or option is True:
            if _in_notebook():
                self._bar = "notebook"
            elif option is True or sys.stderr.isatty():
                self._bar = "line"

    @property
    def callback(self) -> Callable[[News], object] | None:
        """What the compiled half calls; `None` where nobody listens, which is cheaper."""
        return self._user or (self._tell if self._bar else None)

    def _tell(self, news: News) -> None:
        now = time.monotonic()
        if now - self._begun < _WAIT or now - self._shown < _PAUSE:
            return
        self._shown = now
        done, of = news.get("done"), news.get("of")
        share = done / of if of else None
        words = [f"{done} of {of}"] if of else []
        words += [f"{name} {news[name]}" for name in ("depth", "nodes", "best", "value") if news.get(name) is not None]
        if news.get("text"):
            words.append(str(news["text"]))
        words.append(f"{now - self._begun:.0f} s")
        self._show(share, ", ".join(words))

    def _show(self, share: float | None, words: str) -> None:
        if self._bar == "notebook":
            self._show_in_notebook(share, words)
            return
        filled = "" if share is None else "[" + ("#" * round(20 * share)).ljust(20, ".") + "] "
        text = f"{self._label}: {filled}{words}"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def _show_in_notebook(self, share: float | None, words: str) -> None:
        from html import escape

        shown: Any = import_module("IPython.display")
        value = "" if share is None else f' value="{share:.3f}"'
        page = shown.HTML(f"<progress max=1{value}></progress> {escape(self._label)}: {escape(words)}")
        if self._display is None:
            self._display = shown.display(page, display_id=True)
        else:
            self._display.update(page)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._display is not None:
            shown: Any = import_module("IPython.display")
            self._display.update(shown.HTML(""))
        elif self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
