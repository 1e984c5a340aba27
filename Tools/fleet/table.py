"""The lines of a run as a Parquet file, and the faults in it as `inspect triage` groups them."""
import json
import pathlib

import duckdb

# The columns of the Parquet file. `report` is the text of inspect, whose numbers are exact.
COLUMNS = {
    "session": "VARCHAR", "version": "VARCHAR", "kit": "VARCHAR", "sha256": "VARCHAR", "files": "INTEGER",
    "fetched": "BIGINT", "outcome": "VARCHAR", "status": "INTEGER", "signal": "INTEGER", "result": "VARCHAR",
    "store": "VARCHAR", "actions": "BIGINT", "equal": "BIGINT", "reason": "VARCHAR", "unreplayed": "BOOLEAN",
    "faults": "JSON", "cpu_seconds": "DOUBLE", "seconds": "DOUBLE", "worker": "VARCHAR", "report": "JSON"}

# One row a session of the listing. Of several lines, say of a run before, a verdict counts, else the last.
ROWS = """
SELECT * EXCLUDE (place) FROM (
  SELECT *, row_number() OVER () AS place
  FROM read_json({journal}, format = 'newline_delimited', maximum_object_size = 268435456, columns = {columns}))
SEMI JOIN (
  FROM read_json({listing}, format = 'newline_delimited', columns = {{session: 'VARCHAR', version: 'VARCHAR'}}))
USING (session, version)
WHERE kit = {kit}
QUALIFY row_number() OVER (PARTITION BY session ORDER BY outcome = 'verified' DESC, place DESC) = 1
ORDER BY session
"""

GROUPS = """
WITH faults AS (
  SELECT session, unnest(from_json(faults, '[{"kind":"VARCHAR","store":"VARCHAR","type":"VARCHAR",
    "detail":"VARCHAR","build":"VARCHAR","actions":"BIGINT","bytes":"BIGINT"}]'), recursive := true)
  FROM read_parquet($parquet))
SELECT kind, store, type, detail, build, count(*) AS count, first(session ORDER BY actions, bytes, session) AS smallest,
  first(actions ORDER BY actions, bytes, session) AS actions, first(bytes ORDER BY actions, bytes, session) AS bytes,
  list(session ORDER BY actions, bytes, session) AS sessions
FROM faults GROUP BY ALL ORDER BY count DESC, smallest
"""

COUNTS = """
SELECT count(*) AS sessions, count(*) FILTER (result = 'reproduces') AS reproduce,
  count(*) FILTER (result = 'diverges') AS diverge, count(*) FILTER (result = 'not-comparable') AS not_comparable,
  count(*) FILTER (result = 'trouble') AS trouble, count(*) FILTER (outcome != 'verified') AS unjudged,
  coalesce(sum(cpu_seconds), 0) AS cpu_seconds
FROM read_parquet($parquet)
"""


def collect(journal: pathlib.Path, listing: pathlib.Path, kit: str, parquet: pathlib.Path) -> dict[str, float]:
    """Writes the rows in the order of their sessions, and counts them."""
    rows = ROWS.format(journal=quoted(str(journal)), listing=quoted(str(listing)), kit=quoted(kit), columns=COLUMNS)
    unfinished = parquet.with_name(parquet.name + ".new")
    duckdb.execute(f"COPY ({rows}) TO {quoted(str(unfinished))} (FORMAT parquet, COMPRESSION zstd)")
    unfinished.replace(parquet)
    return as_dictionaries(COUNTS, parquet)[0]


def triage(parquet: pathlib.Path) -> dict:
    """The report of `inspect triage --format json` over all sessions, folded from that of each."""
    groups = [{name: value for name, value in group.items() if value is not None}
              for group in as_dictionaries(GROUPS, parquet)]
    sound, unreplayed = duckdb.execute(
        """SELECT count(*), count(*) FILTER (unreplayed) FROM read_parquet($parquet)
        WHERE json_array_length(faults) = 0""", {"parquet": str(parquet)}).fetchone()
    report = {"report": "triage", "version": 1, "groups": groups, "sound": sound}
    return report | ({"unreplayed": unreplayed} if unreplayed else {})


def as_dictionaries(query: str, parquet: pathlib.Path) -> list[dict]:
    """The rows of an answer, by the names of its columns."""
    answer = duckdb.execute(query, {"parquet": str(parquet)})
    names = [column[0] for column in answer.description]
    return [dict(zip(names, row)) for row in answer.fetchall()]


def quoted(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def write_triage(parquet: pathlib.Path, path: pathlib.Path) -> None:
    """Writes the triage of the rows."""
    path.write_text(json.dumps(triage(parquet), ensure_ascii=False, separators=(",", ":")) + "\n")
