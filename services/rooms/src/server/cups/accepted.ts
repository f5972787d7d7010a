import { KlaError } from '@kla/chassis'
import type { FieldRefused } from '../../domain/room-fields.js'

/** What was decided, or the refusal as an error. */
export function accepted<T extends object>(decision: T): Exclude<T, FieldRefused> {
  if ('refused' in decision) {
    const { refused, text } = decision as unknown as FieldRefused
    throw new KlaError(refused, text)
  }
  return decision as Exclude<T, FieldRefused>
}
