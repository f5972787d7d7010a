import type { NextTieView } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

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

const against = (next: NextTie) => (next.opponent ? `Your tie against ${next.opponent.username}` : 'Your tie')

export function nextTieWords(next: NextTie): NextTieWords {
  if (next.check_in_due) return { text: 'Check-in is open. Check in now.', act: 'Check in' }
  if (next.state === 'called') return { text: `${against(next)} is called.`, act: 'Go to your tie' }
  if (next.state === 'playing') return { text: `${against(next)} is on.`, act: 'Go to your tie' }
  if (next.state === 'disputed') return { text: `${against(next)} is with the judges.`, act: null }
  if (next.state === 'waiting') return { text: "We don't know your next opponent yet.", act: null }
  return { text: "You're in.", act: null }
}
