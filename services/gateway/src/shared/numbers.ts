import { type CallContext, KlaError } from '@kla/chassis'
import type { ResolvedNumber } from '@kla/proto'
import type { Clients } from './clients.js'

type Auth = Pick<Clients['auth'], 'resolveNumbers'>

/** Ids and aliases have nine digits at most: no account has this one. Asked about, services answer as for a stranger. */
export const NO_ACCOUNT = 2_147_483_647

/** The limit of auth.ResolveNumbers. */
const NUMBERS_MAX = 500

/** `any`: for administrators, also account ids and aliases of long ago. */
export async function resolveNumbers(
  auth: Auth,
  wanted: Iterable<number>,
  context: CallContext,
  any = false,
): Promise<ReadonlyMap<number, ResolvedNumber>> {
  const numbers = [...new Set(wanted)].filter((number) => Number.isSafeInteger(number) && number > 0)
  const starts = Array.from({ length: Math.ceil(numbers.length / NUMBERS_MAX) }, (_, at) => at * NUMBERS_MAX)
  const answers = await Promise.all(
    starts.map((start) => auth.resolveNumbers({ numbers: numbers.slice(start, start + NUMBERS_MAX), any }, context)),
  )
  return new Map(answers.flatMap((answer) => answer.numbers).map((resolved) => [resolved.number, resolved]))
}

/** Whom a player means by an alias. NO_ACCOUNT: no one; account ids mean no one either. Rejects with INVALID_FIELD. */
export async function accountByAlias(auth: Auth, alias: number, context: CallContext): Promise<number> {
  if (!Number.isSafeInteger(alias) || alias <= 0) throw new KlaError('INVALID_FIELD')
  return (await resolveNumbers(auth, [alias], context)).get(alias)?.accountId ?? NO_ACCOUNT
}

/** Whom an administrator means: by any alias that ever was, or the account id. Itself where it is no one's. */
export const accountByNumber = async (auth: Auth, number: number, context: CallContext): Promise<number> =>
  (await resolveNumbers(auth, [number], context, true)).get(number)?.accountId ?? number
