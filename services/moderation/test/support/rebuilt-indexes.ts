import type { Database } from '@kla/chassis'
import { eventually } from '@kla/testkit'

/** Fills a table whose indexes are made anew afterwards, which is several times faster, and lets it be analysed. */
export async function withRebuiltIndexes(
  database: Database,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  )
  for (const { name } of indexes) await database.query(`DROP INDEX ${name}`)
  await fill()
  for (const { definition } of indexes) await database.query(definition)
  // While another session has an older transaction, nothing counts as visible to all, and plans differ.
  await eventually(async () => {
    await database.query(`VACUUM ANALYZE ${table}`)
    const { rows } = await database.query<{ visible: boolean }>(
      'SELECT relallvisible > 0.95 * relpages AS visible FROM pg_class WHERE oid = $1::regclass',
      [table],
    )
    return rows[0]?.visible === true
  }, 60_000)
}
