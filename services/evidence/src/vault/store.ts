import { createHash } from 'node:crypto'
import { newId, type Transaction } from '@kla/chassis'
import type { Reader } from '../shared/rpc.js'
import { BEFORE_FIRST, type ChainedRow, chainOnto, type HashOf, type Link } from './rules.js'

export const hashOf: HashOf = (content, previous) => createHash('sha256').update(previous).update(content).digest()

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

/** Appends wait for each other: call it last in a transaction. */
export async function appendEvidence(tx: Transaction, { sealed, ...given }: NewEvidence): Promise<void> {
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
      ...[sha256, buffer(sealed), buffer(row.previous), buffer(row.hash)],
    ],
  )
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export async function itemsOf(reader: Reader, reportId: number): Promise<EvidenceItem[]> {
  const { rows } = await reader.query<EvidenceItem>(
    `SELECT id, at_ms AS "atMs", bytes, sha256, has_stills AS "hasStills"
     FROM evidence WHERE report_id = $1 AND sealed IS NOT NULL ORDER BY seq`,
    [reportId],
  )
  return rows
}

interface Row extends Omit<ChainedRow, 'found' | 'erasedAtMs'> {
  readonly erasedAtMs: number | null
  readonly foundBytes: number | null
  readonly foundSha256: Uint8Array | null
}

const COLUMNS = `seq, id, report_id AS "reportId", at_ms AS "atMs", token, pictures, has_stills AS "hasStills", bytes, sha256,
  previous_hash AS previous, hash, erased_at_ms AS "erasedAtMs",
  octet_length(sealed) AS "foundBytes", pg_catalog.sha256(sealed) AS "foundSha256"`

export async function sealedOf(reader: Reader, reportId: number): Promise<SealedRow[]> {
  const { rows } = await reader.query<Row & { sealed: Buffer; before: Uint8Array | null }>(
    `SELECT ${COLUMNS}, sealed, (SELECT hash FROM evidence AS p WHERE p.seq = e.seq - 1) AS before
     FROM evidence AS e WHERE report_id = $1 AND sealed IS NOT NULL ORDER BY seq`,
    [reportId],
  )
  return rows.map(({ sealed, before, ...row }) => ({
    row: { ...chainedOf(row), found: { bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest() } },
    before: row.seq === BEFORE_FIRST.seq + 1 ? BEFORE_FIRST : { seq: row.seq - 1, hash: before ?? new Uint8Array() },
    sealed,
  }))
}

/** Finds rows renumbered below zero too. */
export async function rowsAfter(reader: Reader, { seq }: Link, limit: number): Promise<ChainedRow[]> {
  const from = seq === BEFORE_FIRST.seq ? Number.MIN_SAFE_INTEGER : seq + 1
  const { rows } = await reader.query<Row>(`SELECT ${COLUMNS} FROM evidence WHERE seq >= $1 ORDER BY seq LIMIT $2`, [
    from,
    limit,
  ])
  return rows.map(chainedOf)
}

const chainedOf = ({ foundBytes, foundSha256, erasedAtMs, ...row }: Row): ChainedRow => ({
  ...row,
  found: foundSha256 === null ? undefined : { bytes: foundBytes ?? 0, sha256: foundSha256 },
  erasedAtMs: erasedAtMs ?? undefined,
})
