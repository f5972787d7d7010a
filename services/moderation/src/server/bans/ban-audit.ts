import type { AuditEntry } from '../../domain/audit/entry.js'
import type { audited } from '../dependencies.js'

/** An entry of the audit log about a ban. */
export const banAudit = (
  by: ReturnType<typeof audited>,
  action: 'bans.create' | 'bans.lift' | 'bans.delete',
  { id, accountId, scope }: { readonly id: number; readonly accountId: number; readonly scope: string },
  more: Readonly<Record<string, number | boolean>> = {},
): AuditEntry => ({
  ...by,
  action,
  subjectKind: 'ban',
  subjectId: String(id),
  details: JSON.stringify({ account_id: accountId, scope, ...more }),
  restricted: false,
})

/** An entry about all bans of an account, or of everybody. */
export const bansAudit = (
  by: ReturnType<typeof audited>,
  action: 'bans.list' | 'bans.read' | 'bans.lift-all',
  accountId: number | undefined,
  details: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: accountId === undefined ? '' : 'account',
  subjectId: accountId === undefined ? '' : String(accountId),
  details: JSON.stringify(details),
  restricted: false,
})
