import { KlaError } from '@kla/chassis'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 500

/** Which links a request means; 0 is the usual number of them. */
export function linkPage({ limit, offset }: { limit: number; offset: number }): { limit: number; offset: number } {
  if (limit < 0 || limit > LIMIT_MAX || offset < 0) throw new KlaError('INVALID_FIELD')
  return { limit: limit === 0 ? LIMIT_DEFAULT : limit, offset }
}
