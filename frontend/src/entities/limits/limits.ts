import { ACT_GROUPS, type ActGroup, ACTS, type ActToken, type Limit, LIMITS, type LimitsCard } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { ACT_NAMES } from '../../texts/limits-card.js'
import { LIMITS_SUMMARY } from '../../texts/limits.js'

/** Limits by act; acts without an entry are welcome. */
export type Card = Readonly<Partial<Record<ActToken, Limit>>>

/** Limits that the player chose, each with the limit that the page showed before. */
export type Choices = Readonly<Partial<Record<ActToken, { readonly from: Limit; readonly to: Limit }>>>

/** Card as saved, and as it was just before, perhaps changed on another device. */
interface SavedCard {
  readonly before: Card
  readonly after: Card
}

const limitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    limits: build.query<Card, void>({
      query: () => 'user/limits',
      transformResponse: cardOf,
    }),
    /** Reads the card first, as the service replaces it whole. */
    setLimits: build.mutation<SavedCard, Choices>({
      async queryFn(choices, _api, _options, request) {
        const read = await request('user/limits')
        if (read.error) return { error: read.error }
        const before = cardOf(read.data as LimitsCard)
        const body = toLimits(withChoices(before, choices))
        const saved = await request({ url: 'user/limits', method: 'PUT', body })
        return saved.error ? { error: saved.error } : { data: { before, after: cardOf(saved.data as LimitsCard) } }
      },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) void dispatch(limitsApi.util.upsertQueryData('limits', undefined, answer.data.after))
      },
    }),
  }),
})

/** Reads again when the player comes back, who may have changed the card on another device. */
export const useLimits = () =>
  limitsApi.useLimitsQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true })

/** One save at a time on a page: another would read the card before the first has changed it. */
export const useSetLimits = () => limitsApi.useSetLimitsMutation({ fixedCacheKey: 'limits' })

function cardOf({ limits }: LimitsCard): Card {
  return Object.fromEntries(limits.map(({ act, limit }) => [act, limit]))
}

/** Keeps acts that only a newer page knows. */
export const toLimits = (card: Card): LimitsCard => ({
  limits: actsIn(card).flatMap((act) => {
    const limit = limitOf(card, act)
    return limit === 'yes' ? [] : [{ act, limit }]
  }),
})

const actsIn = (of: Card | Choices): ActToken[] => Object.keys(of) as ActToken[]

export const limitOf = (card: Card, act: ActToken): Limit => card[act] ?? 'yes'

/** Applies choices to a card. The stricter limit counts for acts that have changed since they were shown. */
export const withChoices = (card: Card, choices: Choices): Card => {
  const chosen = actsIn(choices).map((act) => {
    const { from, to } = choices[act]!
    const now = limitOf(card, act)
    return [act, now === from ? to : (LIMITS.find((limit) => limit === now || limit === to) ?? to)] as const
  })
  return { ...card, ...Object.fromEntries(chosen) }
}

/** Choices that turn one card into another. */
export const choicesBetween = (before: Card, after: Card): Choices =>
  Object.fromEntries(
    ACTS.map(({ token }) => [token, { from: limitOf(before, token), to: limitOf(after, token) }] as const).filter(
      ([, { from, to }]) => from !== to,
    ),
  )

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
