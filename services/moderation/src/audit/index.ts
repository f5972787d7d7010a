import type { ModerationHandlers } from '../shared/rpc.js'
import { type AuditDependencies, listAudit, verifyAudit } from './rpc.js'

export const auditHandlers = (
  dependencies: AuditDependencies,
): Pick<ModerationHandlers, 'listAudit' | 'verifyAudit'> => ({
  listAudit: listAudit(dependencies),
  verifyAudit: verifyAudit(dependencies),
})
