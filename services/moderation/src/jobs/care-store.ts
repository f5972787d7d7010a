import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import { DUTY_MS } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { isOnDuty } from './desk-store.js'
import type { Strain } from './rules/care.js'

/** Hard jobs that administrators opened, and their breaks. */
export interface CareStore {
  /** Lists administrators with hard jobs in the last DUTY_MS; with an id only that one. */
  strains(nowMs: number, administratorId?: number): Promise<readonly Strain[]>
  /** Starts the count again. Without a hard job since the last break nothing changes, and nothing is recorded. */
  rest(administratorId: number, nowMs: number, entry: AuditEntry): Promise<void>
}

const STRAINS = `
SELECT administrator_id, max(name) AS name,
  json_agg(json_build_object('atMs', (extract(epoch FROM at) * 1000)::bigint, 'grave', grave) ORDER BY at, job_id) AS looks,
  (SELECT since FROM duties WHERE administrator_id = hard_looks.administrator_id AND ${isOnDuty('$1')}) AS duty_since,
  (SELECT at FROM breaks WHERE administrator_id = hard_looks.administrator_id) AS rested_at
FROM hard_looks WHERE at > $2 AND ($3::bigint IS NULL OR administrator_id = $3) GROUP BY administrator_id`

// Opening a job again is no second look, but a later one.
const LOOK = `
INSERT INTO hard_looks (administrator_id, job_id, name, grave, at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (administrator_id, job_id) DO UPDATE SET name = $3, grave = $4, at = $5`

const REST = `
INSERT INTO breaks AS b (administrator_id, at)
SELECT $1, $2 WHERE EXISTS (SELECT FROM hard_looks WHERE administrator_id = $1)
ON CONFLICT (administrator_id) DO UPDATE SET at = $2
WHERE EXISTS (SELECT FROM hard_looks WHERE administrator_id = $1 AND at > b.at)`

interface StrainRow {
  readonly administrator_id: number
  readonly name: string
  readonly looks: Strain['looks']
  readonly duty_since: Date | null
  readonly rested_at: Date | null
}

export const createCareStore = (database: Database): CareStore => ({
  async strains(nowMs, administratorId) {
    const values = [new Date(nowMs), new Date(nowMs - DUTY_MS), administratorId ?? null]
    const { rows } = await database.query<StrainRow>(STRAINS, values)
    return rows.map(({ administrator_id: id, name, looks, duty_since: dutySince, rested_at: restedAt }) => ({
      administratorId: id,
      name,
      looks,
      dutySinceMs: dutySince?.getTime(),
      restedAtMs: restedAt?.getTime(),
    }))
  },

  rest: (administratorId, nowMs, entry) =>
    inTransaction(database, async (tx) => {
      const { rowCount } = await tx.query(REST, [administratorId, new Date(nowMs)])
      if (rowCount === 1) await appendAudit(tx, [entry])
    }),
})

/** Records that an administrator opened a hard job. */
export const recordLook = async (
  tx: Transaction,
  look: {
    readonly administratorId: number
    readonly name: string
    readonly jobId: number
    readonly grave: boolean
    readonly nowMs: number
  },
): Promise<void> => {
  await tx.query(LOOK, [look.administratorId, look.jobId, look.name, look.grave, new Date(look.nowMs)])
}
