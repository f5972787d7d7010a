import { createHash } from 'node:crypto'
import { hashOf, newId, type Transaction } from '@kla/chassis'
import type { Reader } from '../shared/rpc.js'
import type { ReportState } from '../shared/rules.js'
import { BEFORE_FIRST, type ChainedRow, chainOnto, type Link } from './rules.js'

/** Stills to append to the chain. */
export interface NewEvidence {
  readonly reportId: number
  readonly atMs: number
  readonly token: string
  readonly pictures: number
  readonly hasStills: boolean
  readonly sealed: Uint8Array
}

/** Row with its envelope and predecessor. */
export interface SealedRow {
  readonly row: ChainedRow
  readonly before: Link
  readonly sealed: Uint8Array
}

/** Stored stills as administrators list them. */
export interface EvidenceItem {
  readonly id: string
  readonly atMs: number
  readonly bytes: number
  readonly sha256: Uint8Array
  readonly hasStills: boolean
}

/** Appends wait for each other: call it last in a transaction. Stills of grave reports go to the vault alone. */
export async function appendEvidence(
  tx: Transaction,
  { sealed, ...given }: NewEvidence,
  state: PreservedReport,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.evidence', 0))`)
  const { rows } = await tx.query<Link>('SELECT seq, hash FROM evidence ORDER BY seq DESC LIMIT 1')
  const sha256 = createHash('sha256').update(sealed).digest()
  const kept = { ...given, id: newId(), bytes: sealed.length, sha256 }
  const row = chainOnto(rows[0] ?? BEFORE_FIRST, kept, hashOf)
  await tx.query(
    `INSERT INTO evidence (seq, id, report_id, at_ms, token, pictures, has_stills, bytes, sha256, sealed, previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[row.seq, row.id, row.reportId, row.atMs, row.token, row.pictures, row.hasStills, row.bytes],
      ...[sha256, state.grave ? null : buffer(sealed), buffer(row.previous), buffer(row.hash)],
    ],
  )
  if (state.grave)
    await tx.query('INSERT INTO vault_bytes (seq, report_id, sealed, preserve_until_ms) VALUES ($1, $2, $3, $4)', [
      ...[row.seq, row.reportId, buffer(sealed), preservedUntil(state)],
    ])
}

/** State that decides where stills are and how long they stay there. */
export type PreservedReport = Pick<ReportState, 'grave' | 'version' | 'expiresAtMs'>

/** Returns 0 until moderation has sent a time. */
const preservedUntil = ({ version, expiresAtMs }: PreservedReport): number => (version === 0 ? 0 : expiresAtMs)

/** Moves the stills of a grave report to the vault, where they stay. Call it with the report locked. */
export async function moveToVault(tx: Transaction, reportId: number, state: PreservedReport): Promise<void> {
  if (!state.grave) return
  const { rowCount } = await tx.query(
    `INSERT INTO vault_bytes (seq, report_id, sealed, preserve_until_ms)
     SELECT seq, report_id, sealed, $2 FROM evidence WHERE report_id = $1 AND sealed IS NOT NULL`,
    [reportId, preservedUntil(state)],
  )
  if (rowCount)
    await tx.query('UPDATE evidence SET sealed = NULL WHERE report_id = $1 AND sealed IS NOT NULL', [reportId])
}

/** Preserves what the vault has of a report for longer, never shorter. */
export async function preserve(tx: Transaction, reportId: number, state: PreservedReport): Promise<void> {
  await tx.query(
    `UPDATE vault_bytes SET preserve_until_ms = $2
     WHERE report_id = $1 AND erased_at_ms IS NULL AND preserve_until_ms < $2`,
    [reportId, preservedUntil(state)],
  )
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export async function itemsOf(reader: Reader, reportId: number): Promise<EvidenceItem[]> {
  const { rows } = await reader.query<EvidenceItem>(
    `SELECT id, at_ms AS "atMs", bytes, sha256, has_stills AS "hasStills"
     FROM evidence WHERE report_id = $1 AND erased_at_ms IS NULL ORDER BY seq`,
    [reportId],
  )
  return rows
}

interface Row extends Omit<ChainedRow, 'found' | 'erasedAtMs'> {
  readonly erasedAtMs: number | null
  readonly foundBytes: number | null
  readonly foundSha256: Uint8Array | null
}

const COLUMNS = `seq, id, report_id AS "reportId", at_ms AS "atMs", token, pictures, has_stills AS "hasStills", e.bytes,
  e.sha256, previous_hash AS previous, hash, erased_at_ms AS "erasedAtMs"`
/** Length and digest of the bytes, wherever they are. */
const FOUND = `coalesce(octet_length(sealed), v.bytes) AS "foundBytes",
  coalesce(pg_catalog.sha256(sealed), v.sha256) AS "foundSha256"`

/**
 * Returns the rows of a report with their bytes. Call it with the report locked: its stills then stay where they are.
 * `vaulted` is the vault's own connection, which reads nothing else.
 */
export async function sealedOf(reader: Reader, vaulted: Reader, reportId: number): Promise<SealedRow[]> {
  const { rows } = await reader.query<
    Omit<Row, 'foundBytes' | 'foundSha256'> & { sealed: Buffer | null; before: Uint8Array | null }
  >(
    `SELECT ${COLUMNS}, sealed, (SELECT hash FROM evidence AS p WHERE p.seq = e.seq - 1) AS before
     FROM evidence AS e WHERE report_id = $1 AND erased_at_ms IS NULL ORDER BY seq`,
    [reportId],
  )
  const elsewhere = rows.some(({ sealed }) => sealed === null) ? await vaultedOf(vaulted, reportId) : undefined
  return rows.map(({ sealed: own, before, ...row }) => {
    const sealed = own ?? elsewhere?.get(row.seq) ?? Buffer.alloc(0)
    const found = { bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest() }
    return {
      row: chainedOf({ ...row, foundBytes: found.bytes, foundSha256: found.sha256 }),
      before: row.seq === BEFORE_FIRST.seq + 1 ? BEFORE_FIRST : { seq: row.seq - 1, hash: before ?? new Uint8Array() },
      sealed,
    }
  })
}

/** Returns true if this connection may read the vault's bytes, and rejects otherwise. */
export async function isVaultReadable(vaulted: Reader): Promise<true> {
  await vaulted.query('SELECT sealed FROM vault_bytes LIMIT 0')
  return true
}

async function vaultedOf(vaulted: Reader, reportId: number): Promise<Map<number, Buffer>> {
  const { rows } = await vaulted.query<{ seq: number; sealed: Buffer }>(
    'SELECT seq, sealed FROM vault_bytes WHERE report_id = $1 AND sealed IS NOT NULL',
    [reportId],
  )
  return new Map(rows.map(({ seq, sealed }) => [seq, sealed]))
}

/** Finds rows renumbered below zero too. */
export async function rowsAfter(reader: Reader, { seq }: Link, limit: number): Promise<ChainedRow[]> {
  const from = seq === BEFORE_FIRST.seq ? Number.MIN_SAFE_INTEGER : seq + 1
  const { rows } = await reader.query<Row>(
    `WITH page AS (SELECT * FROM evidence WHERE seq >= $1 ORDER BY seq LIMIT $2)
     SELECT ${COLUMNS}, ${FOUND} FROM page AS e
     LEFT JOIN vault_digests(ARRAY(SELECT seq FROM page WHERE sealed IS NULL)) AS v USING (seq) ORDER BY seq`,
    [from, limit],
  )
  return rows.map(chainedOf)
}

const chainedOf = ({ foundBytes, foundSha256, erasedAtMs, ...row }: Row): ChainedRow => ({
  ...row,
  found: foundSha256 === null ? undefined : { bytes: foundBytes ?? 0, sha256: foundSha256 },
  erasedAtMs: erasedAtMs ?? undefined,
})
