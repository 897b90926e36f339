"""What a report's page and a failed expectation say of a drive, beside what is known of it."""

import html
import os
import re
import subprocess
from collections import Counter
from xml.etree import ElementTree

from drives import second, stamp

# The outcomes of the crossings on a card, and in a figure of the head, by the class of each.
_CARDS = {"lost": {"missed"}, "late": {"late", "early"}, "mark": {"undecidable"}}
_FIGURES = {
    "enter": {"inTime"}, "late": {"late", "early"}, "lost": {"missed"}, "undecided": {"undecidable"},
    "jitter": {"filtered"},
}
_STAMP = r"(\S+Z)"


def _text(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


class Outputs:
    """The page of a run, and what its failed expectation prints, with the truth of the run."""

    def __init__(self, tool, run, folder, need):
        self.run, self.need = run, need
        path = lambda name: os.path.join(folder, name)
        arguments = run.drive.written(folder)
        ask = lambda *words: subprocess.run(
            [tool, *words], capture_output=True, text=True, check=False
        )
        self.sentences = {
            (each["region"], each["event"], second(each["crossedAt"])): each["sentence"]
            for each in run.row["crossings"]
        }
        ask("report", *arguments, "-o", path("page.html"))
        with open(path("page.html"), encoding="utf-8") as file:
            self.page = file.read()
        wanted = sorted((time, event, region) for region, event, time in self.sentences)
        with open(path("expected.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"{stamp(time)}  {event}  {region}\n" for time, event, region in wanted)
        self.expected = set(wanted)
        said = ask(
            "simulate", *arguments, "--quiet", "--expect", path("expected.txt"),
            "--junit", path("junit.xml"),
        )
        self.status, self.said = said.returncode, said.stderr
        self.junit = ElementTree.parse(path("junit.xml")).getroot()

    def _count(self, outcomes):
        return sum(each in outcomes for each in self.run.outcomes.values())

    # The page.

    def head(self):
        """The tone, and the figures below the first sentence."""
        (tone,) = re.findall(r'<h1 class="(\w+)">', self.page)
        self.need((tone == "good") == self.run.row["verdict"]["green"], f"the page is {tone}")
        said = {
            kind: int(count)
            for kind, count in re.findall(r'<li class="(\w+)" data-figure[^>]*><b>(\d+)</b>', self.page)
        }
        for kind, outcomes in _FIGURES.items():
            count = self._count(outcomes)
            self.need(said.get(kind, 0) == count, f"the page counts {kind}: {said.get(kind)}, not {count}")
        yield "page_head"

    def cards(self):
        """Each crossing that went wrong is on one card, with its sentence, and no other is."""
        seen = Counter()
        problems = self.page[self.page.index('id="problems"') :].split("</section>")[0]
        for card in problems.split('<details class="card ')[1:]:
            kind, title = re.match(r'(\w+)[^>]*>\s*<summary><h3>(.*?)</h3>', card).groups()
            title = _text(title)
            items = re.findall(r'<li><a class="miss" href="#t=(.*?)">(.*?)</a>(.*?)</li>', card)
            if kind in _CARDS:
                self.need(f" {len(items)} " in title, f"{title}: {len(items)} items")
                yield "card"
            for link, line, reasons in items:
                yield self._item(kind, html.unescape(link), line, _text(reasons).strip(), seen)
            found = re.match(r"✓ (\d+) of (\d+) reached the app", title)
            if found:
                missed = self._count({"missed"})
                decided = missed + self._count({"inTime", "early", "late"})
                self.need(found.groups() == (str(decided - missed), str(decided)), title)
        wrong = [each for kinds in _CARDS.values() for each in kinds]
        wanted = Counter(key for key, outcome in self.run.outcomes.items() if outcome in wrong)
        self.need(seen == wanted, f"on the cards: {seen - wanted}, and not: {wanted - seen}")

    def _item(self, kind, link, line, reason, seen):
        at, region = re.match(rf"{_STAMP}&region=(\w+)$", link).groups()
        words = re.search(r"<time[^>]*>([\d:.]+)</time> ([a-z ]+) <strong>", line)
        self.need(words, f"nobody here can read {line}")
        clock, event = words.groups()
        self.need(at[11:-1] == clock, f"{clock} links to {at}")
        if event == "nearest to":
            away = self.run.away[region]
            metres = min(away)
            said = re.match(r"([\d.,]+ k?m) outside of its circle\.$", reason)
            self.need(said and self.run.is_near(said[1], metres), f"{region}: {reason}, not {metres}")
            return "page_nearest"
        key = region, event, second(at)
        seen[key] += 1
        self.need(key in self.sentences, f"the page has no crossing: {key}")
        self.need(self.run.outcomes[key] in _CARDS[kind], f"{key}: {kind}, is {self.run.outcomes[key]}")
        self.need(reason == self.sentences[key], f"{key}: the page says {reason}")
        return "page_item"

    # The expectation.

    def expectation(self):
        """Each line on an event that is not as expected, and the same as a test case."""
        lines = self.said.splitlines()
        starts = [at for at, line in enumerate(lines) if re.match(r"[-+~] ", line)]
        stories = []
        for at in starts:
            end = next((n for n in range(at + 1, len(lines)) if not lines[n].startswith("    ")), len(lines))
            stories.append((lines[at], [line.strip() for line in lines[at + 1 : end]]))
        self.need((self.status == 1) == bool(stories), f"exits {self.status}")
        for line, reasons in stories:
            sign, at, event, region, what = re.match(
                rf"([-+~]) {_STAMP}\s+(\w+)\s+(\w+)\s+(.*)", line
            ).groups()
            key = second(at), event, region
            self.need((key in self.expected) == (sign != "+"), f"{line}: expected or not")
            if sign == "~":
                self._shifted(line, key, what, reasons)
            else:
                is_there = (region, event, key[0]) in self.run.events
                self.need(is_there == (sign == "+"), f"{line}: it came or not")
            for reason in reasons:
                yield self._reason(line, key, reason)
        failures = [each.text for each in self.junit.iter("failure")]
        for line, reasons in stories:
            told = [each for each in failures if all(reason in each for reason in reasons)]
            self.need(bool(told), f"no test case says {reasons}")
        yield "junit"

    def _shifted(self, line, key, what, reasons):
        span, way, came = re.match(rf"(.*) (late|early): came at {_STAMP}$", what).groups()
        time, event, region = key
        self.need((region, event, second(came)) in self.run.events, f"{line}: no such event")
        delay = second(came) - time
        self.need(self.run.span(span) == abs(delay) and (delay > 0) == (way == "late"), f"{line}: {delay}")
        for reason in reasons:
            found = re.search(r"pass with --tolerance (\d+)", reason)
            self.need(not found or int(found[1]) == abs(delay), f"{line}: {reason}")

    def _reason(self, line, key, reason):
        time, event, region = key
        found = re.match(
            r"The boundary was crossed at ([\d:.]+); (.*?)"
            r"(?:; also in its way: .*|; --verbose shows it as unsatisfied"
            r"|\. It would pass with --tolerance .*)?\.$", reason
        )
        if found:
            crossed = region, event, self.run.clock(found[1])
            self.need(crossed in self.run.truth, f"{line}: {reason}: not crossed then")
            self.need(found[2] == self.sentences.get(crossed), f"{line}: {reason}: {self.sentences.get(crossed)}")
            return "expect_sentence"
        found = re.match(
            r"The boundary was crossed at ([\d:.]+), and the (\w+) came (.*?) later, (.*?) "
            r"(inside|outside)[,.]", reason
        )
        if found:
            clock, name, span, metres, side = found.groups()
            crossed = self.run.clock(clock)
            self.need((region, name, crossed) in self.run.truth, f"{line}: {reason}: not crossed then")
            came = crossed + self.run.span(span)
            self.need((region, name, came) in self.run.events, f"{line}: {reason}: no event then")
            away = [
                metres_ for point, metres_ in zip(self.run.points, self.run.away[region]) if point[0] == came
            ]
            sign = -1 if side == "inside" else 1
            self.need(
                any(self.run.is_near(metres, sign * each) for each in away), f"{line}: {reason}: {away}"
            )
            return "expect_delay"
        found = re.match(r"The device was (.*?) inside at ([\d:.]+), when the region's state was first", reason)
        if found:
            at = self.run.clock(found[2])
            away = [
                metres for point, metres in zip(self.run.points, self.run.away[region]) if point[0] == at
            ]
            self.need(any(self.run.is_near(found[1], -each) for each in away), f"{line}: {reason}: {away}")
            return "expect_first"
        return "expect_other"
