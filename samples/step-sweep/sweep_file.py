"""The step sweep file: `# key: value` lines, then one CSV row a size, choice and round."""

import csv

COLUMNS = ("nranks", "algorithm", "protocol", "tokens", "bytes", "calls", "step_us", "round")


def write(path, header, rows):
    """`header`: pairs in order. `rows`: dictionaries with the columns above; `step_us` a float."""
    with open(path, "w", newline="") as out:
        out.write("# ringside-step 1\n")
        for key, value in header:
            out.write(f"# {key}: {' '.join(str(value).split())}\n")
        table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        table.writeheader()
        for row in rows:
            table.writerow({**row, "step_us": f"{row['step_us']:.1f}"})


def read(path):
    """The rows of a step sweep file, numbers as numbers."""
    with open(path, newline="") as source:
        rows = list(csv.DictReader(line for line in source if not line.startswith("#")))
    whole = ("nranks", "tokens", "bytes", "calls", "round")
    return [{**row, **{k: int(row[k]) for k in whole}, "step_us": float(row["step_us"])} for row in rows]
