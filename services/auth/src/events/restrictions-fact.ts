import type { OutboxFact } from '@kla/chassis'
import { RestrictionsChanged, subjects } from '@kla/proto'
import type { AccountRestrictions } from '../domain/restriction.js'

/** Tells gateways and rooms what an account may not do from now on. */
export const restrictionsFact = (
  factId: string,
  { restrictions, ...about }: AccountRestrictions,
): OutboxFact => ({
  subject: subjects.factRestrictionsChanged,
  factId,
  payload: RestrictionsChanged.encode({ ...about, factId, restrictions: [...restrictions] }).finish(),
})
