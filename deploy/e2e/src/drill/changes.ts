import type { Fingerprint } from './database-copy.js'

/** Difference of a table between two moments. */
export interface Change {
  readonly table: string
  /** Negative for rows that are gone. */
  readonly rows: number
}

type Fingerprints = ReadonlyMap<string, Fingerprint>

/** Lists tables whose rows or contents differ, by name. */
export function changesBetween(before: Fingerprints, after: Fingerprints): readonly Change[] {
  const tables = [...new Set([...before.keys(), ...after.keys()])].sort()
  return tables.flatMap((table) => {
    const [old, now] = [before.get(table), after.get(table)]
    if (old?.rows === now?.rows && old?.content === now?.content) return []
    return [{ table, rows: (now?.rows ?? 0) - (old?.rows ?? 0) }]
  })
}

/**
 * Lists changes that `expected` does not name with the same number of rows. Outboxes may mark rows as sent, but neither
 * gain nor lose any.
 */
export function unexpectedChanges(changes: readonly Change[], expected: readonly Change[] = []): readonly string[] {
  const [found, wanted] = [rowsByTable(changes), rowsByTable(expected)]
  const wrong = changes.filter(({ table, rows }) => wanted.get(table) !== rows && !(isOutbox(table) && rows === 0))
  const missing = expected.filter(({ table }) => !found.has(table) && !isOutbox(table))
  return [
    ...wrong.map(({ table, rows }) => `${table}: ${signed(rows)} rows instead of ${signed(wanted.get(table) ?? 0)}`),
    ...missing.map(({ table, rows }) => `${table}: unchanged instead of ${signed(rows)} rows`),
  ]
}

const isOutbox = (table: string): boolean => table.endsWith('.outbox')

const rowsByTable = (changes: readonly Change[]): ReadonlyMap<string, number> =>
  new Map(changes.map(({ table, rows }) => [table, rows]))

/** Says how many rows went and came, by table. */
export const changeLine = (changes: readonly Change[]): string =>
  changes.map(({ table, rows }) => `${table} ${rows === 0 ? 'changed' : signed(rows)}`).join(', ')

const signed = (rows: number): string => (rows > 0 ? `+${rows}` : String(rows))
