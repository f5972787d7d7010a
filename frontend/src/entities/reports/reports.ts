import type { MetPeople, OwnReports, ReportCategory, ReportSubmission, ReportSubmitted } from '@kla/proto/web'
import { typedText } from '@kla/proto/web'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../../shared/api/api.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { holdStills } from './held-stills.js'
import { stillRing } from './ring.js'
import { type StillsUpload, uploadStills } from './stills-upload.js'

/** A player met within the last day. */
export type MetPerson = MetPeople['met'][number]
/** A report that the signed-in player made. */
export type OwnReport = OwnReports['reports'][number]

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<ReportSubmitted, ReportSubmission>({
      query: (body) => ({ url: 'report', method: 'POST', body }),
      invalidatesTags: ['OwnReports'],
    }),
    met: build.query<MetPerson[], void>({
      query: () => 'user/met',
      transformResponse: (answer: MetPeople) => answer.met,
      providesTags: ['Met'],
    }),
    ownReports: build.query<OwnReport[], void>({
      query: () => 'user/reports',
      transformResponse: (answer: OwnReports) => answer.reports,
      providesTags: ['OwnReports'],
    }),
  }),
})

export const { useMetQuery, useOwnReportsQuery } = reportsApi
const { useReportMutation } = reportsApi

/** Reported player, with proof of the meeting if any. */
export interface Reported {
  readonly id: number
  readonly username: string
  readonly incident: string | null
}

interface Report {
  readonly category: ReportCategory
  readonly reason: string
  readonly withStills: boolean
}

/** Returns `send`, whose result is null if the report failed. Takes the stills when the form opens. */
export function useSendReport(person: Reported) {
  const [report, { isLoading, error }] = useReportMutation()
  const key = useClientConfig()?.evidenceKey
  const [held] = useState(() => holdStills(stillRing, person.id))
  useEffect(() => held.follow(browserClock), [held])
  const has = useSyncExternalStore(held.subscribe, () => held.get().length > 0)

  const send = async ({ category, reason, withStills }: Report): Promise<{ stills: StillsUpload | null } | null> => {
    // They may be dropped during the request.
    const stills = withStills ? held.get() : []
    const text = typedText(reason)
    const { data } = await report({
      reportedId: person.id,
      category,
      incident: person.incident,
      ...(text === '' ? {} : { reason: text }),
    })
    if (!data) return null
    return { stills: data.evidence && key && stills.length > 0 ? uploadStills(data.evidence, key, stills) : null }
  }

  return { send, sending: isLoading, error: isLoading ? undefined : error, hasStills: has && Boolean(key) }
}
