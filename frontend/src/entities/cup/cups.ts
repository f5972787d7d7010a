import type { CupEntryView, Cups, CupSummary, CupView, TiePresence, TieView } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

/** Responses may arrive out of order. */
export const newerCup = (held: CupView, answer: CupView): CupView => (held.version > answer.version ? held : answer)

export type { CupSummary, TieView }
export type Cup = CupView
export type CupEntry = CupEntryView

interface TieKey {
  cupId: string
  tieId: string
}

const path = (cupId: string) => `api/cups/${encodeURIComponent(cupId)}`

const cupsApi = api.injectEndpoints({
  endpoints: (build) => {
    const change = (at: string, method: 'POST' | 'DELETE') =>
      build.mutation<Cup, string>({
        query: (cupId) => ({ url: `${path(cupId)}/${at}`, method }),
        // A refused cup is out of date.
        invalidatesTags: (_, error, cupId) => [
          'NextTie',
          { type: 'Cups', id: 'list' },
          ...(error ? [{ type: 'Cups' as const, id: cupId }] : []),
        ],
        async onQueryStarted(cupId, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.then(
            ({ data }) => data,
            () => null,
          )
          if (answer) dispatch(cupsApi.util.updateQueryData('cup', cupId, (held) => newerCup(held, answer)))
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
        merge: (held, answer) => newerCup(held, answer),
      }),
      enterCup: change('entry', 'POST'),
      withdrawFromCup: change('entry', 'DELETE'),
      checkIn: change('check-in', 'POST'),
      /** Confirms presence for a tie, valid for 12 s. */
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
  useEnterCupMutation,
  useWithdrawFromCupMutation,
  useCheckInMutation,
  useBePresentMutation,
} = cupsApi

/** Returns the next open cup, else a running one. */
export function featuredCup(cups: readonly CupSummary[]): CupSummary | null {
  const open = cups
    .filter(({ state }) => state === 'sign-up' || state === 'check-in')
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  return open.find(({ entered, capacity }) => entered < capacity) ?? open[0] ?? runningOne(cups)
}

const runningOne = (cups: readonly CupSummary[]) => cups.find(({ state }) => state === 'running') ?? null
