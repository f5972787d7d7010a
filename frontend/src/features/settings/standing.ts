import type { AppealCreation, OwnStanding } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { endWords } from '../../shared/time/when-words.js'
import { MEASURE_SCOPES, STANDING } from '../../texts/settings.js'

/** A decision about the signed-in player. */
export type OwnDecision = OwnStanding['decisions'][number]
type OwnMeasure = OwnDecision['measures'][number]

const standingApi = api.injectEndpoints({
  endpoints: (build) => ({
    standing: build.query<OwnDecision[], void>({
      query: () => 'user/standing',
      transformResponse: (answer: OwnStanding) => answer.decisions,
      providesTags: ['Bans'],
    }),
    appeal: build.mutation<OwnStanding, { decision: string } & AppealCreation>({
      query: ({ decision, ...body }) => ({ url: `user/decisions/${decision}/appeal`, method: 'POST', body }),
      invalidatesTags: ['Bans'],
    }),
  }),
})

export const { useStandingQuery, useAppealMutation } = standingApi

export function measureWords({ kind, until, lifted }: OwnMeasure): string {
  if (kind === 'warning') return STANDING.warning
  const scope = MEASURE_SCOPES[kind]
  if (lifted) return STANDING.lifted({ scope })
  return until === null ? STANDING.permanent({ scope }) : STANDING.until({ scope, end: endWords(until) })
}
