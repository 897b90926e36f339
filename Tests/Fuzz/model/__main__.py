"""An independent model of the simulator, in plain Python: slow, and meant to be obviously right.

`python3 Tests/Fuzz/model simulate TRACK… --regions FILE …` prints the events that the tool should
print, `audit` the crossings and their causes, `self-test` checks the model itself. Options are the
tool's own; beside them `--alarms FILE` gives the alarms of reminders as a plain JSON list.
"""

import doctest
import importlib
import json
import sys
import unittest

import audit
import simulate
import trials
from errors import BadData, WrongUsage
from options import parser

_MODULES = ("clock", "geodesy", "options", "overlap", "polygon", "positioning")


def _self_test():
    failed = sum(doctest.testmod(importlib.import_module(name)).failed for name in _MODULES)
    suite = unittest.defaultTestLoader.loadTestsFromNames(("selftest", "selftest_android"))
    passed = unittest.TextTestRunner(verbosity=0).run(suite).wasSuccessful()
    return 0 if passed and not failed else 1


def main():
    options = parser(__doc__).parse_args()
    try:
        if options.command == "self-test":
            return _self_test()
        if options.command == "audit":
            run = audit.run if options.positioning == "recorded" else trials.run
            print(json.dumps(run(options), indent=2, sort_keys=True, ensure_ascii=False))
            return 0
        for notice in simulate.run(options).notices:
            line = simulate.line(notice, options.verbose)
            if line:
                print(line)
    except (BadData, WrongUsage) as error:
        print(f"error: {error}", file=sys.stderr)
        return error.status
    return 0


if __name__ == "__main__":
    sys.exit(main())
