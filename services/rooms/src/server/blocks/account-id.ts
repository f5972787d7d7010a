import { KlaError } from '@kla/chassis'
import { isAccountId } from '../../domain/account-id.js'

/** An account's id as it came. Throws INVALID_FIELD if it can be none. */
export function accountIdOf(given: number): number {
  if (!isAccountId(given)) throw new KlaError('INVALID_FIELD', 'There is no such person.')
  return given
}
