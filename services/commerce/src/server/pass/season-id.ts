import { KlaError } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { isUuid } from '../../domain/index.js'

/** A season's id as it came; what cannot be one is refused like one that nobody knows. */
export function seasonIdOf(given: string, unknown: Reason): string {
  if (!isUuid(given)) throw new KlaError(unknown)
  return given.toLowerCase()
}
