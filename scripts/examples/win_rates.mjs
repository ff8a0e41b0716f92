// Win rates of a run from its campaigns.csv with DuckDB, as `niemen lab run` printed them.
//
//   npm install @duckdb/node-api
//   node scripts/examples/win_rates.mjs DIR
import { createRequire } from "node:module";
const { DuckDBInstance } = createRequire(process.cwd() + "/")("@duckdb/node-api");
const connection = await (await DuckDBInstance.create()).connect();
const file = (process.argv[2] + "/campaigns.csv").replaceAll("'", "''");
const result = await connection.runAndReadAll(`
  SELECT cell_id, first(side_a ORDER BY campaign_id) AS side, 100 * avg(a_score) AS share, count(*) AS n
  FROM read_csv('${file}') WHERE status <> 'error'
  GROUP BY cell_id ORDER BY min(campaign_id)`);
for (const [cell, side, share, n] of result.getRows())
  console.log(`${cell} ${side} ${share.toFixed(1)} % of ${n}`);
