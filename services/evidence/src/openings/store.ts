import type { Transaction } from '@kla/chassis'
import type { Reader } from '../shared/rpc.js'
import type { Opening, Visibility } from './rules.js'

const LIST_MAX = 200

const COLUMNS = `id, o.report_id AS "reportId", reason, asked_by_id AS "askedById", asked_by AS "askedBy", asked_at_ms AS "askedAtMs",
  approved_by_id AS "approvedById", approved_by AS "approvedBy", until_ms AS "untilMs", asked_makers AS "askedMakers",
  asked_controllers AS "askedControllers"`

/** The driver's parser for bigint ignores arrays. */
interface Row extends Omit<Opening, 'approvedById' | 'askedMakers' | 'askedControllers'> {
  readonly approvedById: number | null
  readonly askedMakers: readonly string[]
  readonly askedControllers: readonly string[]
}

const openingOf = ({ approvedById, askedMakers, askedControllers, ...row }: Row): Opening => ({
  ...row,
  approvedById: approvedById ?? undefined,
  askedMakers: askedMakers.map(Number),
  askedControllers: askedControllers.map(Number),
})

export const openingStore = {
  async of(reader: Reader, reportId: number, nowMs: number): Promise<Opening[]> {
    const { rows } = await reader.query<Row>(
      `SELECT ${COLUMNS} FROM openings AS o WHERE report_id = $1 AND until_ms > $2 ORDER BY asked_at_ms DESC, id DESC`,
      [reportId, nowMs],
    )
    return rows.map(openingOf)
  },

  async all(reader: Reader, see: Visibility, nowMs: number): Promise<Opening[]> {
    const { rows } = await reader.query<Row>(
      `SELECT ${COLUMNS} FROM openings AS o JOIN report_states AS s USING (report_id)
       WHERE until_ms > $1 AND NOT s.hidden AND ($2 OR NOT s.grave) AND (s.held OR s.expires_at_ms > $1)
         AND ($3::bigint IS NULL OR s.reported_id IS DISTINCT FROM $3)
         AND EXISTS (SELECT FROM evidence AS e WHERE e.report_id = o.report_id AND e.erased_at_ms IS NULL)
       ORDER BY asked_at_ms DESC, id DESC LIMIT ${LIST_MAX}`,
      [nowMs, see.grave, see.ownAccount ?? null],
    )
    return rows.map(openingOf)
  },

  /** Lists unapproved openings that ended after `fromMs` and until `toMs`. */
  async endedBetween(reader: Reader, fromMs: number, toMs: number): Promise<(Opening & { readonly grave: boolean })[]> {
    const { rows } = await reader.query<Row & { grave: boolean }>(
      `SELECT ${COLUMNS}, s.grave FROM openings AS o JOIN report_states AS s USING (report_id)
       WHERE until_ms > $1 AND until_ms <= $2 AND approved_by_id IS NULL ORDER BY until_ms LIMIT ${LIST_MAX}`,
      [fromMs, toMs],
    )
    return rows.map(({ grave, ...row }) => ({ ...openingOf(row), grave }))
  },

  async find(tx: Transaction, id: string): Promise<Opening | undefined> {
    const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM openings AS o WHERE id = $1 FOR UPDATE`, [id])
    return rows[0] && openingOf(rows[0])
  },

  async add(tx: Transaction, opening: Opening): Promise<void> {
    const { id, reportId, reason, askedById, askedBy, askedAtMs, untilMs, askedMakers, askedControllers } = opening
    await tx.query(
      `INSERT INTO openings (id, report_id, reason, asked_by_id, asked_by, asked_at_ms, until_ms, asked_makers, asked_controllers)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, reportId, reason, askedById, askedBy, askedAtMs, untilMs, askedMakers, askedControllers],
    )
  },

  async approve(tx: Transaction, { id, approvedById, approvedBy, untilMs }: Opening): Promise<void> {
    await tx.query('UPDATE openings SET approved_by_id = $2, approved_by = $3, until_ms = $4 WHERE id = $1', [
      ...[id, approvedById, approvedBy, untilMs],
    ])
  },
}

export type OpeningStore = typeof openingStore
