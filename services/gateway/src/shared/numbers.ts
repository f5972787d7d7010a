import { type CallContext, KlaError } from '@kla/chassis'
import type { ResolvedNumber } from '@kla/proto'
import type { Clients } from './clients.js'

type Auth = Pick<Clients['auth'], 'resolveNumbers'>

/** Belongs to no account: ids and aliases have at most nine digits. */
export const NO_ACCOUNT = 2_147_483_647

const NUMBERS_MAX = 500

/** Resolves aliases; `any` (administrators) adds ids and old aliases. */
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

/** Returns NO_ACCOUNT for unknown aliases and account ids. */
export async function accountByAlias(auth: Auth, alias: number, context: CallContext): Promise<number> {
  if (!Number.isSafeInteger(alias) || alias <= 0) throw new KlaError('INVALID_FIELD')
  return (await resolveNumbers(auth, [alias], context)).get(alias)?.accountId ?? NO_ACCOUNT
}

/** Resolves any alias or id, for administrators. */
export const accountByNumber = async (auth: Auth, number: number, context: CallContext): Promise<number> =>
  (await resolveNumbers(auth, [number], context, true)).get(number)?.accountId ?? number
