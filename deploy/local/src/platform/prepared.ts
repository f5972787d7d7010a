import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const NOTE = 'Prepared from '

/**
 * Does `work` unless it was once done to its end on this schema from the same `fingerprint`. The note of that is the
 * schema's comment: it goes with the schema when that is dropped, and comes with it out of a backup.
 */
export async function unlessPrepared(
  ownerUrl: string,
  schema: string,
  fingerprint: string,
  work: () => Promise<void>,
): Promise<void> {
  const note = NOTE + fingerprint
  const [known] = await query<{ note: string | null }>(
    ownerUrl,
    `SELECT obj_description(oid, 'pg_namespace') AS note FROM pg_namespace WHERE nspname = ${pg.escapeLiteral(schema)}`,
  )
  if (known?.note === note) return
  await work()
  await query(ownerUrl, `COMMENT ON SCHEMA ${pg.escapeIdentifier(schema)} IS ${pg.escapeLiteral(note)}`)
}

/** Of files, and of folders of files: another one when a name or a byte of them is another. */
export async function fingerprintOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory()
    const files = isFolder ? (await readdir(path)).sort().map((name) => join(path, name)) : [path]
    for (const file of files) {
      const bytes = await readFile(file)
      hash.update(JSON.stringify([file, bytes.length])).update(bytes)
    }
  }
  return hash.digest('hex')
}

// A connection for each: one that waited for the work in between could break unheard.
async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(sql).finally(() => client.end())).rows
}
