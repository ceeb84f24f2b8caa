"""The program ``cvpress``, also as ``python -m cvpress``."""

from __future__ import annotations

import os
import signal
import sys

if not __package__:
    # Started by the path of this file, as `main` does.
    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from cvpress import _cvpress


def main() -> int:
    """Run the program with the arguments of the process, and return its exit code.

    The process must do nothing else: at a limit of time or memory, the program ends it.
    """
    # The program handles interrupts; Python would only note them while the program runs.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # The program starts itself as a worker. `-m` would import files of the current folder.
    command = [sys.executable, os.path.abspath(__file__)]
    return _cvpress.run(command, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
