"""What ends a run, each with the tool's exit status."""


class BadData(Exception):
    status = 65


class WrongUsage(Exception):
    status = 64
