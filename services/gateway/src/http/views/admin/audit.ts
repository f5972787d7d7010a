import type { AuditEntry, VerifyAuditResponse } from '@kla/proto'
import type { AuditEntryView, AuditVerification } from '@kla/proto/web'
import { isoOf, textOrNull } from '../values.js'

export const auditEntryView = (entry: AuditEntry): AuditEntryView => ({
  seq: entry.seq,
  at: isoOf(entry.atMs),
  actor: entry.actor,
  action: entry.action,
  subject_kind: textOrNull(entry.subjectKind),
  subject_id: textOrNull(entry.subjectId),
  details: detailsOf(entry.details),
  request_id: entry.requestId,
})

/** Of an entry that somebody altered it is still worth seeing what is there. */
function detailsOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Fault = NonNullable<AuditVerification['fault']>['what']

export const auditVerification = ({
  checkedTo,
  done,
  faultSeq,
  fault,
  headHash,
}: VerifyAuditResponse): AuditVerification => ({
  checked_to: checkedTo,
  done,
  fault: faultSeq === 0 ? null : { seq: faultSeq, what: fault as Fault },
  head_hash: headHash,
})
