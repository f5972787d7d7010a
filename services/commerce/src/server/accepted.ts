import { KlaError } from '@kla/chassis'
import type { Refused } from '../domain/index.js'

/** What was decided, or the refusal as an error. */
export function accepted<T extends object>(decision: T | Refused): T {
  if ('refused' in decision) throw new KlaError(decision.refused, decision.text)
  return decision
}
