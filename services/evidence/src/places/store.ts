import { createHash } from 'node:crypto'
import type { Transaction } from '@kla/chassis'
import type { Reader } from '../shared/rpc.js'
import type { Place } from './rules/place.js'

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest()

export type NewPlace = Omit<Place, 'sealedSha256'>

export const placeStore = {
  async add(tx: Transaction, token: string, { reportId, reporterId, content, untilMs }: NewPlace): Promise<void> {
    await tx.query(
      'INSERT INTO places (token_sha256, report_id, reporter_id, content, until_ms) VALUES ($1, $2, $3, $4, $5)',
      [hashed(token), ...[reportId, reporterId, content, untilMs]],
    )
  },

  async count(tx: Transaction, reportId: number, nowMs: number): Promise<number> {
    const { rows } = await tx.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM evidence WHERE report_id = $1)
            + (SELECT count(*) FROM places WHERE report_id = $1 AND sealed_sha256 IS NULL AND until_ms > $2) AS count`,
      [reportId, nowMs],
    )
    return rows[0]?.count ?? 0
  },

  async find(reader: Reader, token: string, lock: '' | 'FOR UPDATE' = ''): Promise<Place | undefined> {
    const { rows } = await reader.query<NewPlace & { sealedSha256: Uint8Array | null }>(
      `SELECT report_id AS "reportId", reporter_id AS "reporterId", content, until_ms AS "untilMs", sealed_sha256 AS "sealedSha256"
       FROM places WHERE token_sha256 = $1 ${lock}`,
      [hashed(token)],
    )
    const [row] = rows
    return row && { ...row, sealedSha256: row.sealedSha256 ?? undefined }
  },

  async use(tx: Transaction, token: string, sealedSha256: Buffer): Promise<void> {
    await tx.query('UPDATE places SET sealed_sha256 = $2 WHERE token_sha256 = $1', [hashed(token), sealedSha256])
  },
}

export type PlaceStore = typeof placeStore
