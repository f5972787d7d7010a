import { KlaError, type CallContext } from '@kla/chassis'
import type { Clients } from '../clients/clients.js'
import { publicAccounts, type PublicAccount } from './public-accounts.js'

/** The account of an id that somebody has typed in. Rejects with NO_SUCH_ACCOUNT. */
export async function existingAccount(
  auth: Pick<Clients['auth'], 'lookUpAccounts'>,
  id: number,
  context: CallContext,
): Promise<PublicAccount> {
  const account = (await publicAccounts(auth, [id], context)).get(id)
  if (!account) throw new KlaError('NO_SUCH_ACCOUNT')
  return account
}
