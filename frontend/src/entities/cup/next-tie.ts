import type { NextTieView } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { NEXT_TIE } from '../../texts/next-tie.js'

export type NextTie = NonNullable<NextTieView['next']>

const nextTieApi = api.injectEndpoints({
  endpoints: (build) => ({
    nextTie: build.query<NextTie | null, void>({
      query: () => 'api/cups/next',
      transformResponse: (answer: NextTieView) => answer.next,
      providesTags: ['NextTie'],
    }),
  }),
})

export const { useNextTieQuery } = nextTieApi

interface NextTieWords {
  text: string
  act: string | null
}

export function nextTieWords(next: NextTie): NextTieWords {
  const against = { named: next.opponent ? 'yes' : 'no', opponent: next.opponent?.username ?? '' }
  if (next.check_in_due) return { text: NEXT_TIE.checkInOpen, act: NEXT_TIE.checkIn }
  if (next.state === 'called') return { text: NEXT_TIE.called(against), act: NEXT_TIE.goThere }
  if (next.state === 'playing') return { text: NEXT_TIE.playing(against), act: NEXT_TIE.goThere }
  if (next.state === 'disputed') return { text: NEXT_TIE.disputed(against), act: null }
  if (next.state === 'waiting') return { text: NEXT_TIE.waiting, act: null }
  return { text: NEXT_TIE.entered, act: null }
}
