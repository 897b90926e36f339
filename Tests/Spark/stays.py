"""Counts the stays of a fleet with DuckDB and its spatial extension: each run of fixes in a circle.

python3 Tests/Spark/stays.py FIXES.csv REGIONS.json THREADS
"""

import sys
from pathlib import Path

import duckdb
import duckdb_extension_spatial

# On a plane of metres that touches the Earth at 46° N; without dwell and cushion.
STAYS = """
WITH region AS (
  SELECT identifier, ST_Buffer(ST_Point(longitude * 77290, latitude * 111130), radius) AS circle
  FROM read_json($regions)),
fix AS (
  SELECT device, ST_Point(longitude * 77290, latitude * 111130) AS place,
    row_number() OVER (PARTITION BY device ORDER BY time) AS number
  FROM read_csv($fixes)),
inside AS (SELECT device, number, identifier FROM fix JOIN region ON ST_Within(place, circle)),
stay AS (
  SELECT DISTINCT device, identifier,
    number - row_number() OVER (PARTITION BY device, identifier ORDER BY number)
  FROM inside)
SELECT count(*) FROM stay
"""


def stays(fixes: str, regions: str, threads: int) -> int:
    """How many there are; the extension is the installed package's."""
    extensions = Path(duckdb_extension_spatial.__file__).parent / "extensions"
    with duckdb.connect(config={"threads": threads}) as connection:
        connection.execute(f"LOAD '{next(extensions.glob('*/*.duckdb_extension'))}'")
        files = {"fixes": fixes, "regions": regions}
        return connection.execute(STAYS, files).fetchone()[0]


if __name__ == "__main__":
    print(stays(sys.argv[1], sys.argv[2], int(sys.argv[3])))
