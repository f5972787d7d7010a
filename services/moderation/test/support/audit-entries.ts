import { createHash } from 'node:crypto'
import type { HashOf } from '@kla/chassis'
import { type AuditEntry, beforeFirst, type ChainedEntry, chainOnto } from '../../src/audit/rules/chain.js'

/** An entry; what is not given is made up. */
export const anEntry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  atMs: 1_700_000_000_000,
  actorId: 7,
  actor: 'mod',
  action: 'reports.read',
  subjectKind: 'report',
  subjectId: '12',
  details: '{"filters":["status"]}',
  requestId: 'request-1',
  restricted: false,
  eventId: '',
  ...given,
})

export const sha256: HashOf = (content, previous) => createHash('sha256').update(previous).update(content).digest()

/** Entries at the beginnings of their chains. */
export const chained = (entries: readonly AuditEntry[]): ChainedEntry[] =>
  chainOnto({ open: beforeFirst('open'), restricted: beforeFirst('restricted') }, entries, sha256)
