import { type CallContext, KlaError } from '@kla/chassis'
import { type Account, type Member, type NameChoice as NameChoiceMessage, ShownAs } from '@kla/proto'
import type { NameChoice, ShownAsName } from '@kla/proto/web'
import type { Clients } from '../shared/clients.js'
import { shownNameOf } from '../shared/names.js'
import { accountByNumber } from '../shared/numbers.js'
import { isoOrNull, textOrNull } from './values.js'

/** Public account fields; none identifies the player at the login provider. */
export type PublicAccount = Pick<Member, 'id' | 'alias' | 'username' | 'avatarKey' | 'onLeaderboards'>
/** Public accounts by account id. */
export type PublicAccounts = ReadonlyMap<number, PublicAccount>

const IDS_MAX = 500

export async function publicAccounts(
  auth: Pick<Clients['auth'], 'lookUpAccounts'>,
  ids: Iterable<number>,
  context?: CallContext,
): Promise<PublicAccounts> {
  const wanted = [...new Set(ids)]
  const starts = Array.from({ length: Math.ceil(wanted.length / IDS_MAX) }, (_, index) => index * IDS_MAX)
  const answers = await Promise.all(
    starts.map((start) => auth.lookUpAccounts({ ids: wanted.slice(start, start + IDS_MAX) }, context)),
  )
  const accounts = answers.flatMap((answer) => answer.accounts)
  return new Map(
    accounts.map(({ id, alias, username, avatarKey, onLeaderboards }) => [
      id,
      { id, alias, username, avatarKey, onLeaderboards },
    ]),
  )
}

export const publicAccountOf = (account: Account): PublicAccount => ({
  id: account.id,
  alias: account.alias,
  username: shownNameOf(account),
  avatarKey: account.nameChoice?.shownAs === ShownAs.DISCORD ? account.avatarKey : undefined,
})

export const shownIdOfAccount = ({ id, alias }: Pick<PublicAccount, 'id' | 'alias'>): number => alias ?? id

/** Finds an account by alias or id. Rejects with NO_SUCH_ACCOUNT. */
export async function existingAccount(
  auth: Pick<Clients['auth'], 'lookUpAccounts' | 'resolveNumbers'>,
  number: number,
  context: CallContext,
): Promise<PublicAccount> {
  const id = await accountByNumber(auth, number, context)
  const account = (await publicAccounts(auth, [id], context)).get(id)
  if (!account) throw new KlaError('NO_SUCH_ACCOUNT')
  return account
}

export const avatarPath = (account: Pick<PublicAccount, 'avatarKey'> | undefined): string | null =>
  account?.avatarKey ? `/api/avatars/${account.avatarKey}` : null

const SHOWN_AS_NAMES: Readonly<Partial<Record<ShownAs, ShownAsName>>> = {
  [ShownAs.PLAYER]: 'player',
  [ShownAs.DISCORD]: 'discord',
}

export const nameChoiceView = (choice: NameChoiceMessage | undefined, accountId: number): NameChoice => ({
  id: shownIdOfAccount({ id: accountId, alias: choice?.alias }),
  shown_as: SHOWN_AS_NAMES[choice?.shownAs ?? ShownAs.UNSPECIFIED] ?? 'unchosen',
  player_name: textOrNull(choice?.playerName ?? ''),
  name_changeable_at: isoOrNull(choice?.changeableAtMs ?? 0),
  ...(choice?.early ? { name_early: true } : {}),
  on_leaderboards: choice?.onLeaderboards ?? true,
})
