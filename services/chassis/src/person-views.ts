import { AuditRecorded, type AuditSource, subjects } from '@kla/proto'
import type { Call } from './grpc/served-call.js'
import { insertEventOnce } from './outbox.js'
import { type Database, inTransaction } from './pg.js'
import type { Administrator } from './principal.js'

/** Parts that are read within this time are one view; ours. */
const VIEW_MS = 600_000

/** Creates the audit entry about a view of a person's page. Its id is the same for all parts, so that the log has one entry. */
export const personViewed = (
  administrator: Pick<Administrator, 'id' | 'name'>,
  accountId: number,
  { requestId }: Pick<Call, 'requestId'>,
  atMs: number,
) => ({
  eventId: `people.read:${administrator.id}:${accountId}:${Math.floor(atMs / VIEW_MS)}`,
  atMs,
  actorId: administrator.id,
  actor: administrator.name,
  action: 'people.read',
  subjectKind: 'account',
  subjectId: String(accountId),
  details: '{}',
  requestId,
})

/** Records a view for the audit log, once for all its parts. Await it before replying. */
export type RecordPersonView = (
  administrator: Pick<Administrator, 'id' | 'name'>,
  accountId: number,
  call: Pick<Call, 'requestId'>,
) => Promise<void>

export const createRecordPersonView =
  (database: Database, source: AuditSource, now: () => number): RecordPersonView =>
  (administrator, accountId, call) => {
    const entry = personViewed(administrator, accountId, call, now())
    const event = {
      subject: subjects.eventAuditRecorded(source),
      eventId: entry.eventId,
      payload: AuditRecorded.encode(entry).finish(),
    }
    return inTransaction(database, (tx) => insertEventOnce(tx, event))
  }
