import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { withClient } from '@kla/local'
import pg from 'pg'

/** One table of a copy, with its columns in order. */
export interface CopiedTable {
  readonly schema: string
  readonly table: string
  readonly columns: readonly Column[]
  readonly rows: number
  /** Sum of the rows' hashes. */
  readonly content: string
}

interface Column {
  readonly name: string
  /** Computed by PostgreSQL, so never inserted. */
  readonly generated: boolean
}

/** What a copy of a database has. */
export interface DatabaseCopy {
  /** List of the database itself: no other decides what is copied. */
  readonly schemas: readonly { readonly schema: string; readonly owner: string }[]
  readonly tables: readonly CopiedTable[]
  readonly sequences: readonly { readonly schema: string; readonly sequence: string; readonly last: string }[]
}

/** Rows and contents of a table, for comparisons. */
export interface Fingerprint {
  readonly rows: number
  readonly content: string
}

const INDEX = 'copy.json'
const ROWS_AT_ONCE = 200
const OURS = `nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public')`

/** Copies every schema into `directory`, as of one moment. Needs a role that may read all of them. */
export async function copyDatabase(adminUrl: string, directory: string): Promise<DatabaseCopy> {
  return withClient({ connectionString: adminUrl }, async (client) => {
    // One snapshot for all schemas, as one pg_dump has it.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: schemas } = await client.query<{ schema: string; owner: string }>(
      `SELECT nspname AS schema, pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE ${OURS} ORDER BY nspname`,
    )
    const tables: CopiedTable[] = []
    for (const table of await tablesOf(client)) {
      await writeRows(client, table, join(directory, fileOf(table)))
      tables.push({ ...table, ...(await fingerprintOf(client, table)) })
    }
    // Sequences belong to no snapshot: read last, they are ahead of every copied row.
    const { rows: sequences } = await client.query<{ schema: string; sequence: string; last: string }>(
      `SELECT schemaname AS schema, sequencename AS sequence, last_value::text AS last
       FROM pg_sequences JOIN pg_namespace ON nspname = schemaname WHERE last_value IS NOT NULL AND ${OURS}`,
    )
    await client.query('COMMIT')
    const copy = { schemas, tables, sequences }
    await writeFile(join(directory, INDEX), JSON.stringify(copy, null, 2))
    return copy
  })
}

/**
 * Replaces the rows of a migrated database with a copy's, in one transaction. Throws if its tables differ from the
 * copy's. Needs a superuser, since triggers and foreign keys rest meanwhile.
 */
export async function restoreDatabase(adminUrl: string, directory: string): Promise<DatabaseCopy> {
  const copy = JSON.parse(await readFile(join(directory, INDEX), 'utf8')) as DatabaseCopy
  return withClient({ connectionString: adminUrl }, async (client) => {
    const differences = differencesOf(copy.tables, await tablesOf(client))
    if (differences.length > 0) {
      throw new Error(`the copy is of another release:\n${differences.join('\n')}`)
    }
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(`TRUNCATE ${copy.tables.map(nameOf).join(', ')}`)
    for (const table of copy.tables) await insertRows(client, table, join(directory, fileOf(table)))
    for (const { schema, sequence, last } of copy.sequences) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [quoted(schema, sequence), last])
    }
    await client.query('COMMIT')
    return copy
  })
}

/** Fingerprints of all tables, by `schema.table`. */
export async function fingerprintsOf(adminUrl: string): Promise<ReadonlyMap<string, Fingerprint>> {
  return withClient({ connectionString: adminUrl }, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const found = new Map<string, Fingerprint>()
    for (const table of await tablesOf(client)) {
      found.set(`${table.schema}.${table.table}`, await fingerprintOf(client, table))
    }
    await client.query('COMMIT')
    return found
  })
}

/** Fingerprints of all tables as of a copy, by `schema.table`. */
export const copiedFingerprints = ({ tables }: DatabaseCopy): ReadonlyMap<string, Fingerprint> =>
  new Map(tables.map(({ schema, table, rows, content }) => [`${schema}.${table}`, { rows, content }]))

/** Names of tables that only one side has, or whose columns differ. */
export function differencesOf(copied: readonly Described[], present: readonly Described[]): string[] {
  const columnsIn = (tables: readonly Described[]): ReadonlyMap<string, string> =>
    new Map(tables.map((one) => [`${one.schema}.${one.table}`, one.columns.map(({ name }) => name).join()]))
  const [before, after] = [columnsIn(copied), columnsIn(present)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort()
}

type Described = Pick<CopiedTable, 'schema' | 'table' | 'columns'>

async function tablesOf(client: pg.Client): Promise<readonly Described[]> {
  const { rows } = await client.query<{ schema: string; table: string; columns: Column[] }>(
    `SELECT nspname AS schema, relname AS table,
       json_agg(json_build_object('name', attname, 'generated', attgenerated <> '') ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND ${OURS}
     GROUP BY nspname, relname ORDER BY nspname, relname`,
  )
  return rows
}

async function fingerprintOf(client: pg.Client, table: Described): Promise<Fingerprint> {
  const { rows } = await client.query<{ rows: string; content: string }>(
    `SELECT count(*) AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS content
     FROM ${nameOf(table)} AS t`,
  )
  return { rows: Number(rows[0]?.rows), content: rows[0]?.content ?? '' }
}

async function writeRows(client: pg.Client, table: Described, file: string): Promise<void> {
  const output = createWriteStream(file)
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT t::text AS line FROM ${nameOf(table)} AS t`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${ROWS_AT_ONCE} FROM copied`)
    if (rows.length === 0) break
    output.write(rows.map(({ line }) => `${JSON.stringify(line)}\n`).join(''))
  }
  await client.query('CLOSE copied')
  output.end()
  await finished(output)
}

async function insertRows(client: pg.Client, table: CopiedTable, file: string): Promise<void> {
  const columns = table.columns.filter(({ generated }) => !generated).map(({ name }) => pg.escapeIdentifier(name))
  const insert = `INSERT INTO ${nameOf(table)} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${columns.map((column) => `(line::${nameOf(table)}).${column}`).join(', ')} FROM unnest($1::text[]) AS line`
  let lines: string[] = []
  let inserted = 0
  const flush = async (): Promise<void> => {
    if (lines.length > 0) inserted += (await client.query(insert, [lines])).rowCount ?? 0
    lines = []
  }
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    lines.push(JSON.parse(line) as string)
    if (lines.length >= ROWS_AT_ONCE) await flush()
  }
  await flush()
  if (inserted !== table.rows) throw new Error(`${fileOf(table)} has ${inserted} rows instead of ${table.rows}`)
}

const quoted = (schema: string, name: string): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
const nameOf = ({ schema, table }: Pick<CopiedTable, 'schema' | 'table'>): string => quoted(schema, table)
const fileOf = ({ schema, table }: Pick<CopiedTable, 'schema' | 'table'>): string => `${schema}.${table}.rows`
