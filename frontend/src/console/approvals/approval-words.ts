import { DELETIONS_ALONE_MAX, type AdministratorView, type ApprovalView } from '@kla/proto/web'
import { ROLE_WORDS } from '../administrators/words.js'

/** The reports that a deletion is about. */
export const reportsOf = ({ params }: Pick<ApprovalView, 'params'>): readonly number[] =>
  Array.isArray(params['ids']) ? params['ids'].filter((id) => typeof id === 'number') : []

/** Whom a change is about. */
export const administratorOf = ({ params }: Pick<ApprovalView, 'params'>): number => Number(params['administrator'])

/** What an approval is for: 'Delete 25 reports', 'ida: Moderator, new password'. */
export function approvalWords(approval: Pick<ApprovalView, 'action' | 'params'>, everybody: readonly AdministratorView[]): string {
  if (approval.action === 'reports.delete') {
    const { length } = reportsOf(approval)
    return `Delete ${length} ${length === 1 ? 'report' : 'reports'}`
  }
  const id = administratorOf(approval)
  const { role, child_safety, disabled, password, reset_totp } = approval.params
  const parts = [
    ...(typeof role === 'string' ? [ROLE_WORDS[role as AdministratorView['role']] ?? role] : []),
    ...(typeof child_safety === 'boolean' ? [child_safety ? 'with child safety' : 'without child safety'] : []),
    ...(typeof disabled === 'boolean' ? [disabled ? 'disabled' : 'enabled'] : []),
    ...(password === true ? ['new password'] : []),
    ...(reset_totp === true ? ['authenticator reset'] : []),
  ]
  return `${everybody.find((one) => one.id === id)?.name ?? `Administrator ${id}`}: ${parts.join(', ')}`
}

/** Why a deletion takes two. */
export const secondPersonForDeletion = (count: number): string =>
  `One administrator deletes at most ${DELETIONS_ALONE_MAX} reports an hour alone. Somebody else who deletes reports has to ` +
  `approve the deletion of ${count === 1 ? 'this one' : `these ${count}`}. Ask, and delete them here or under Approvals ` +
  'once it is approved.'
