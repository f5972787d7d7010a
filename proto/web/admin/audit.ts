import { type Static, Type } from 'typebox'
import { flag, idText, iso, nullable, orEmpty, pageSizeText } from './fields.js'

/** `GET /admin/audit`: newest first; `before` is the previous page's `next`. `changes=1` omits AUDIT_READS. */
export const AuditQuery = Type.Object({
  before: orEmpty(idText),
  limit: orEmpty(pageSizeText),
  actor: orEmpty(Type.String({ maxLength: 100 })),
  action: orEmpty(Type.String({ pattern: '^[a-z][a-z.-]{0,60}$' })),
  subject_kind: orEmpty(Type.String({ pattern: '^[a-z][a-z-]{0,39}$' })),
  subject_id: orEmpty(Type.String({ maxLength: 100 })),
  from: orEmpty(Type.String({ format: 'date-time' })),
  to: orEmpty(Type.String({ format: 'date-time' })),
  changes: flag,
})
export const AuditEntryView = Type.Object(
  {
    seq: Type.Integer(),
    at: iso,
    actor: Type.String(),
    action: Type.String(),
    subject_kind: nullable(Type.String()),
    subject_id: nullable(Type.String()),
    details: Type.Unknown(),
    request_id: Type.String(),
  },
  { $id: 'AuditEntryView' },
)
/** Entry of the audit log. */
export type AuditEntryView = Static<typeof AuditEntryView>
export const AuditPage = Type.Object(
  {
    entries: Type.Array(AuditEntryView),
    next: nullable(Type.Integer()),
    names: Type.Record(Type.String(), Type.String(), {
      description: 'Names of the accounts in the entries, by account id; none of deleted accounts.',
    }),
  },
  { $id: 'AuditPage' },
)
/** Response of `GET /admin/audit`. */
export type AuditPage = Static<typeof AuditPage>
export const AuditFilters = Type.Object(
  {
    actors: Type.Array(Type.String()),
    actions: Type.Array(Type.String()),
    subject_kinds: Type.Array(Type.String()),
  },
  { $id: 'AuditFilters' },
)
/** What the visible entries of the audit log can be filtered by. */
export type AuditFilters = Static<typeof AuditFilters>
/** `GET /admin/audit/verify?from=`: continue from `checked_to` + 1 until `done`. */
export const AuditVerifyQuery = Type.Object({ from: orEmpty(idText) })
export const AuditVerification = Type.Object(
  {
    checked_to: Type.Integer(),
    done: Type.Boolean(),
    fault: nullable(Type.Object({ seq: Type.Integer(), what: Type.Enum(['altered', 'missing', 'unlinked'] as const) })),
    head_hash: Type.String(),
  },
  { $id: 'AuditVerification' },
)
/** Result for part of the chain. */
export type AuditVerification = Static<typeof AuditVerification>
