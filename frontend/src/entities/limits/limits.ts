import { ACT_GROUPS, type ActGroup, ACTS, type ActToken, type Limit, type LimitsCard } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { ACT_NAMES } from '../../texts/limits-card.js'
import { LIMITS_SUMMARY } from '../../texts/limits.js'

/** Limits by act; acts without an entry are welcome. */
export type Card = Readonly<Partial<Record<ActToken, Limit>>>

const limitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    limits: build.query<Card, void>({
      query: () => 'user/limits',
      transformResponse: cardOf,
    }),
    setLimits: build.mutation<Card, Card>({
      query: (card) => ({ url: 'user/limits', method: 'PUT', body: toLimits(card) }),
      transformResponse: cardOf,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) void dispatch(limitsApi.util.upsertQueryData('limits', undefined, answer.data))
      },
    }),
  }),
})

export const { useLimitsQuery, useSetLimitsMutation } = limitsApi

function cardOf({ limits }: LimitsCard): Card {
  return Object.fromEntries(limits.map(({ act, limit }) => [act, limit]))
}

export const toLimits = (card: Card): LimitsCard => ({
  limits: ACTS.flatMap(({ token }) => {
    const limit = limitOf(card, token)
    return limit === 'yes' ? [] : [{ act: token, limit }]
  }),
})

export const limitOf = (card: Card, act: ActToken): Limit => card[act] ?? 'yes'

export const isSameCard = (one: Card, other: Card): boolean =>
  ACTS.every(({ token }) => limitOf(one, token) === limitOf(other, token))

export const actsByGroup: readonly { readonly group: ActGroup; readonly acts: readonly (typeof ACTS)[number][] }[] =
  ACT_GROUPS.map((group) => ({ group, acts: ACTS.filter((act) => act.group === group) }))

/** Summary such as "2 never, 1 rather not". */
export function summaryOf(card: Card, acts: readonly { readonly token: ActToken }[] = ACTS): string {
  const countOf = (limit: Limit): number => acts.filter(({ token }) => limitOf(card, token) === limit).length
  const [never, ratherNot] = [countOf('no'), countOf('soft')]
  if (never > 0) return ratherNot > 0 ? LIMITS_SUMMARY.both({ never, ratherNot }) : LIMITS_SUMMARY.never({ never })
  return ratherNot > 0 ? LIMITS_SUMMARY.ratherNot({ ratherNot }) : LIMITS_SUMMARY.none
}

/** Acts that the cautious set leaves out. */
const CAUTIOUS: readonly ActToken[] = [
  'groups',
  'anal',
  'bondage',
  'spanking',
  'domination',
  'humiliation',
  'rough',
  'creatures',
  'public_places',
]

/** Words of the acts in the cautious set. */
export const CAUTIOUS_WORDS: readonly string[] = CAUTIOUS.map((token) => ACT_NAMES[token])

/** Adds the cautious set to a card, which only becomes stricter. */
export const cautiously = (card: Card): Card => ({
  ...card,
  ...Object.fromEntries(CAUTIOUS.map((token) => [token, 'no' as const])),
})
