"""How near a run came to deciding otherwise.

Two correct programs may differ where a distance falls on a threshold to within their arithmetic.
A run notes every comparison; one that came nearer than the tolerance is a knife edge.
"""


def tolerance(distance):
    """What two programs may differ by, in metres, at a distance."""
    if distance <= 10_000:
        return 0.002
    return 0.2 if distance <= 100_000 else 0.002 * distance


class Closeness:
    def __init__(self):
        self.is_knife_edge = False

    def compare(self, difference, distance):
        """Notes that a decision hung on a difference between distances of this size."""
        if abs(difference) < tolerance(distance):
            self.is_knife_edge = True

    def rank(self, difference):
        """Notes that a choice hung on a difference between two chords."""
        if 0 < abs(difference) < 1e-6:
            self.is_knife_edge = True
