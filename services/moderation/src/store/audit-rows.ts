import type { ChainedEntry } from '../domain/audit/entry.js'

/** A row of audit_log. */
export interface AuditRow {
  readonly seq: number
  readonly at_ms: number
  readonly actor_id: number
  readonly actor: string
  readonly action: string
  readonly subject_kind: string
  readonly subject_id: string
  readonly details: string
  readonly request_id: string
  readonly restricted: boolean
  readonly fact_id: string
  readonly previous: Buffer
  readonly hash: Buffer
}

export const entryOf = (row: AuditRow): ChainedEntry => ({
  seq: row.seq,
  atMs: row.at_ms,
  actorId: row.actor_id,
  actor: row.actor,
  action: row.action,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  details: row.details,
  requestId: row.request_id,
  restricted: row.restricted,
  factId: row.fact_id,
  previous: row.previous,
  hash: row.hash,
})
