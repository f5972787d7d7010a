import type { OutboxFact } from '@kla/chassis'
import { AgeChanged, subjects } from '@kla/proto'
import type { AgeLock } from './age-store.js'

/** Tells gateways and rooms that an age verdict was locked or opened. */
export const ageFact = (factId: string, lock: AgeLock): OutboxFact => ({
  subject: subjects.factAgeChanged,
  factId,
  payload: AgeChanged.encode({ factId, ...lock }).finish(),
})
