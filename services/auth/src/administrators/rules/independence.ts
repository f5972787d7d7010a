import { type Independence, secondPersonRefusal } from '@kla/proto/web'
import { type Administrator, isTrusted } from './administrator.js'

/** Record that one administrator set another's credentials. */
export interface CredentialGrant {
  readonly administratorId: number
  readonly makerId: number
  readonly inForce: boolean
}

/** Determines who else could act as this administrator. `givenAtMs`: 0 for a founder. */
export function independenceOf(
  { id, givenAtMs }: { readonly id: number; readonly givenAtMs: number },
  grants: readonly CredentialGrant[],
): Independence {
  const controllers = new Set<number>()
  const visit = (controlled: number): void => {
    for (const { administratorId, makerId, inForce } of grants) {
      if (!inForce || administratorId !== controlled || controllers.has(makerId)) continue
      controllers.add(makerId)
      visit(makerId)
    }
  }
  visit(id)
  controllers.delete(id)
  const makers = grants.flatMap(({ administratorId, makerId }) => (administratorId === id ? [makerId] : []))
  return { makers, controllers: [...controllers], changedAtMs: givenAtMs }
}

/** True if two active administrators could approve each other's requests. */
export function haveSecondPerson(
  administrators: readonly (Pick<Administrator, 'id' | 'role' | 'childSafety' | 'disabled'> & {
    readonly givenAtMs: number
  })[],
  grants: readonly CredentialGrant[],
  nowMs: number,
): boolean {
  const people = administrators
    .filter((one) => !one.disabled && isTrusted(one))
    .map((one) => ({ id: one.id, independence: independenceOf(one, grants) }))
  return people.some((requester) =>
    people.some((approver) => secondPersonRefusal(requester, approver, nowMs) === undefined),
  )
}
