import type { CupEntryView, Cups, CupSummary, CupView, NextTieView, TiePresence, TieView } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

/** Which of two answers about a cup holds: one that was on its way while something newer came is no news. */
export const newerCup = (held: CupView, told: CupView): CupView => (held.version > told.version ? held : told)

export type { CupSummary, TieView }
/** A cup with its entries and its bracket. */
export type Cup = CupView
export type CupEntry = CupEntryView
/** The next thing that one has to do in a cup. */
export type NextTie = NonNullable<NextTieView['next']>

interface TieKey {
  cupId: string
  tieId: string
}

const path = (cupId: string) => `api/cups/${encodeURIComponent(cupId)}`

const cupsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** A call that changes one's own place in a cup and answers how the cup stands then. */
    const change = (at: string, method: 'POST' | 'DELETE') =>
      build.mutation<Cup, string>({
        query: (cupId) => ({ url: `${path(cupId)}/${at}`, method }),
        // A refusal means that what is shown here is not how it stands.
        invalidatesTags: (_, error, cupId) => [
          'NextTie',
          { type: 'Cups', id: 'list' },
          ...(error ? [{ type: 'Cups' as const, id: cupId }] : []),
        ],
        async onQueryStarted(cupId, { dispatch, queryFulfilled }) {
          const told = await queryFulfilled.then(
            ({ data }) => data,
            () => null,
          )
          if (told) dispatch(cupsApi.util.updateQueryData('cup', cupId, (held) => newerCup(held, told)))
        },
      })

    return {
      cups: build.query<CupSummary[], void>({
        query: () => 'api/cups',
        transformResponse: (answer: Cups) => answer.cups,
        providesTags: [{ type: 'Cups', id: 'list' }],
      }),
      cup: build.query<Cup, string>({
        query: path,
        providesTags: (_, __, cupId) => [{ type: 'Cups', id: cupId }],
        merge: (held, told) => newerCup(held, told),
      }),
      nextTie: build.query<NextTie | null, void>({
        query: () => 'api/cups/next',
        transformResponse: (answer: NextTieView) => answer.next,
        providesTags: ['NextTie'],
      }),
      enterCup: change('entry', 'POST'),
      withdrawFromCup: change('entry', 'DELETE'),
      checkIn: change('check-in', 'POST'),
      /** Says "I am here" for a tie, for 12 s. */
      bePresent: build.mutation<TiePresence, TieKey>({
        query: ({ cupId, tieId }) => ({ url: `${path(cupId)}/ties/${tieId}/presence`, method: 'POST' }),
        invalidatesTags: (answer) => (answer?.room_id ? ['NextTie'] : []),
      }),
    }
  },
})

export const {
  useCupsQuery,
  useCupQuery,
  useNextTieQuery,
  useEnterCupMutation,
  useWithdrawFromCupMutation,
  useCheckInMutation,
  useBePresentMutation,
} = cupsApi

/** The cup to point at: one that can be entered and begins first, else one that runs; null where there is neither. */
export function featuredCup(cups: readonly CupSummary[]): CupSummary | null {
  const open = cups
    .filter(({ state }) => state === 'sign-up' || state === 'check-in')
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  return open.find(({ entered, capacity }) => entered < capacity) ?? open[0] ?? runningOne(cups)
}

const runningOne = (cups: readonly CupSummary[]) => cups.find(({ state }) => state === 'running') ?? null

/** What somebody has to know about their next tie. */
interface NextTieWords {
  text: string
  /** What there is to do, in a button's words; null: nothing but waiting. */
  act: string | null
}

const against = (next: NextTie) => (next.opponent ? `Your tie against ${next.opponent.username}` : 'Your tie')

/** The next thing that one has to do in a cup, in words. */
export function nextTieWords(next: NextTie): NextTieWords {
  if (next.check_in_due) return { text: 'Check-in is open. Say that you are there.', act: 'Check in' }
  if (next.state === 'called') return { text: `${against(next)} is called.`, act: 'Go to your tie' }
  if (next.state === 'playing') return { text: `${against(next)} is on.`, act: 'Go to your tie' }
  if (next.state === 'disputed') return { text: `${against(next)} is with the judges.`, act: null }
  if (next.state === 'waiting') return { text: 'Your next opponent is not known yet.', act: null }
  return { text: 'You have entered.', act: null }
}
