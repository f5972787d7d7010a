import { KlaError } from '@kla/chassis'
import type { Refusal } from '../../domain/index.js'

/** What was decided, or the refusal as an error. */
export function accepted<T extends object>(decision: T | Refusal): T {
  if ('refused' in decision) throw new KlaError(decision.refused, decision.text)
  return decision
}
