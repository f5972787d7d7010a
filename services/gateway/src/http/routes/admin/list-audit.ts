import { AuditPage, AuditQuery, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { millisecondsOf, numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { auditEntryView } from '../../views/admin/audit.js'
import { consoleCall } from './console-call.js'

/** The audit log, newest first, a page before an entry. */
export const listAudit = (app: TypedApp, { moderation }: HttpParts): void => {
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
}
