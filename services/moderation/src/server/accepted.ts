import { KlaError } from '@kla/chassis'
import { isRefused, type Refused } from '../domain/refusal.js'

/** What was decided, or the refusal as an error. */
export function accepted<T extends object | string | number>(decision: T | Refused): T {
  if (isRefused(decision)) throw new KlaError(decision.refused)
  return decision
}
