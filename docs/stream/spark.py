"""Renders with Apache Spark: spark-submit --master "local-cluster[2,1,1024]" spark.py PROFILES OUTPUT"""

import base64
import json
import os
import pathlib
import sys

from pyspark.sql import SparkSession

profiles, out = map(pathlib.Path, sys.argv[1:])
jobs = [
    json.dumps({"id": path.stem, "text": path.read_text(), "name": path.name, "folder": str(path.parent.resolve())})
    for path in sorted(profiles.glob("*.toml"))
]
spark = SparkSession.builder.getOrCreate()
# One process per partition. Jobs carry the text of the profile and answers carry the PDF, so the
# machines need no shared folder. If they have one, `output` in the jobs keeps PDFs out of the answers.
answers = spark.sparkContext.parallelize(jobs, 2).pipe("cvpress stream --jobs 1", env=dict(os.environ)).map(json.loads)
for answer in answers.collect():
    if answer["ok"]:
        (out / f"{answer['id']}.pdf").write_bytes(base64.b64decode(answer["pdf"]))
    else:
        print(answer["id"], answer["diagnostics"], file=sys.stderr)
spark.stop()
