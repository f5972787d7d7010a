import type { ModerationHandlers } from '../dependencies.js'
import type { AuditDependencies } from './dependencies.js'
import { listAudit } from './list-audit.js'
import { verifyAudit } from './verify-audit.js'

export const auditHandlers = (
  dependencies: AuditDependencies,
): Pick<ModerationHandlers, 'listAudit' | 'verifyAudit'> => ({
  listAudit: listAudit(dependencies),
  verifyAudit: verifyAudit(dependencies),
})
