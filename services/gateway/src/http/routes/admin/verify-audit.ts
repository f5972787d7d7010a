import { AuditVerification, AuditVerifyQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { auditVerification } from '../../views/admin/audit.js'
import { consoleCall } from './console-call.js'

/** 50,000 entries are read and hashed. A try that is merely slow must not be begun again beside itself. */
const PATIENCE = { deadlineMs: 30_000, attemptMs: 30_000 } as const

/** Checks a stretch of the audit log's chain. */
export const verifyAudit = (app: TypedApp, { moderation }: HttpParts): void => {
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
          { ...onBehalfOf(request), ...PATIENCE },
        ),
      ),
  )
}
