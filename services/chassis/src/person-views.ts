import type { AuditSource } from '@kla/proto'
import { type AuditActor, entryEvent, viewId } from './audit.js'
import type { Call } from './grpc/served-call.js'
import { insertEventOnce } from './outbox.js'
import { type Database, inTransaction } from './pg.js'

/** Creates the audit entry about a view of a person's page. Its id is the same for all parts, so that the log has one entry. */
export const personViewed = (
  administrator: AuditActor,
  accountId: number,
  { requestId }: Pick<Call, 'requestId'>,
  atMs: number,
) => ({
  eventId: viewId('people.read', administrator, accountId, atMs),
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
  administrator: AuditActor,
  accountId: number,
  call: Pick<Call, 'requestId'>,
) => Promise<void>

export const createRecordPersonView =
  (database: Database, source: AuditSource, now: () => number): RecordPersonView =>
  (administrator, accountId, call) => {
    const entry = personViewed(administrator, accountId, call, now())
    return inTransaction(database, (tx) => insertEventOnce(tx, entryEvent(source, entry)))
  }
