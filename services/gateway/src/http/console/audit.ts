import type { AuditEntry, VerifyAuditResponse } from '@kla/proto'
import { AuditPage, AuditQuery, AuditVerification, AuditVerifyQuery } from '@kla/proto/schemas'
import { type AuditEntryView, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, millisecondsOf, numberOr, textOrNull } from '../values.js'

/** Time to hash 50,000 entries; a slow attempt must not run twice. */
const DEADLINE = { deadlineMs: 30_000, attemptMs: 30_000 } as const

export const consoleAudit: Resource = async (app, { moderation }) => {
  app.get(
    '/admin/audit',
    {
      config: { access: { permission: 'audit.read' } },
      schema: consoleCall('The audit log', AuditPage, { querystring: AuditQuery }),
    },
    async (request) => {
      const { before, limit, actor = '', action = '', subject_kind, subject_id, from, to } = request.query
      const { entries, next } = await moderation.listAudit(
        {
          before: numberOr(before, 0),
          limit: numberOr(limit, PAGE_SIZE_DEFAULT),
          actor,
          action,
          subjectKind: subject_kind ?? '',
          subjectId: subject_id ?? '',
          fromMs: millisecondsOf(from),
          toMs: millisecondsOf(to),
        },
        onBehalfOf(request),
      )
      return { entries: entries.map(auditEntryView), next: next === 0 ? null : next }
    },
  )

  app.get(
    '/admin/audit/verify',
    {
      config: { access: { permission: 'audit.read' } },
      schema: consoleCall('Verify the audit log', AuditVerification, { querystring: AuditVerifyQuery }),
    },
    async (request) =>
      auditVerification(
        await moderation.verifyAudit(
          { fromSeq: numberOr(request.query.from, 1) },
          { ...onBehalfOf(request), ...DEADLINE },
        ),
      ),
  )
}

const auditEntryView = (entry: AuditEntry): AuditEntryView => ({
  seq: entry.seq,
  at: isoOf(entry.atMs),
  actor: entry.actor,
  action: entry.action,
  subject_kind: textOrNull(entry.subjectKind),
  subject_id: textOrNull(entry.subjectId),
  details: detailsOf(entry.details),
  request_id: entry.requestId,
})

function detailsOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Fault = NonNullable<AuditVerification['fault']>['what']

const auditVerification = ({ checkedTo, done, faultSeq, fault, headHash }: VerifyAuditResponse): AuditVerification => ({
  checked_to: checkedTo,
  done,
  fault: faultSeq === 0 ? null : { seq: faultSeq, what: fault as Fault },
  head_hash: headHash,
})
