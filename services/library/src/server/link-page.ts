import { KlaError } from '@kla/chassis'
import { SCAN_MAX, VALIDATION_LIMIT } from '@kla/proto/web'

/** Which links a request means; 0 is the usual number of them. */
export function linkPage({ limit, offset }: { limit: number; offset: number }): { limit: number; offset: number } {
  if (limit < 0 || limit > SCAN_MAX || offset < 0) throw new KlaError('INVALID_FIELD')
  return { limit: limit === 0 ? VALIDATION_LIMIT : limit, offset }
}
