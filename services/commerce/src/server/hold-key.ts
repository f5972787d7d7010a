import { KlaError } from '@kla/chassis'
import { HOLD_KEY_MAX } from '../domain/index.js'

// PostgreSQL has no room for a zero in a text.
const UNFIT = /\0/

/** A key as it came. Throws INVALID_FIELD for none, and for one that cannot be kept. */
export function checkedKey(key: string): string {
  if (key === '' || key.length > HOLD_KEY_MAX || UNFIT.test(key)) throw new KlaError('INVALID_FIELD')
  return key
}
