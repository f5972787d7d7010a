import type { AdministratorRole } from '@kla/proto/web'

export type ChildSafetyRefusal = 'INVALID_FIELD' | 'NOT_ALLOWED'

/**
 * Whether somebody may give child safety to somebody, who is nobody yet if just created; the reason if not. It is passed
 * on by those who have it, so that no role brings itself into it. `holders`: who has it and is not disabled. Where nobody
 * is left, an owner names the next one, who is another person.
 */
export function refuseToGiveChildSafety(
  giver: { readonly id: number; readonly role: string },
  receiverId: number | undefined,
  holders: readonly number[],
): { readonly refused: ChildSafetyRefusal } | undefined {
  if (giver.id === receiverId) return { refused: 'INVALID_FIELD' }
  const owner: AdministratorRole = 'owner'
  const may = holders.length === 0 ? giver.role === owner : holders.includes(giver.id)
  return may ? undefined : { refused: 'NOT_ALLOWED' }
}
