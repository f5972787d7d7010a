import type { CupEntryView, Cups, CupSummary, CupView, NextTieView, TiePresence, TieView } from '@kla/proto/web'
import { newerCup } from './newer-cup.js'
import { api } from '../../shared/api/api.js'

export type { CupSummary, TieView }
/** A cup with its entries and its bracket. */
export type Cup = CupView
export type CupEntry = CupEntryView
/** The next thing that one has to do in a cup. */
export type NextTie = NonNullable<NextTieView['next']>

export interface TieKey {
  cupId: string
  tieId: string
}

const path = (cupId: string) => `api/cups/${encodeURIComponent(cupId)}`

export const cupsApi = api.injectEndpoints({
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
