import type {
  BlindEvidenceView,
  BlindOpening,
  EvidenceView,
  OpeningList,
  OpeningView,
  StillsView,
} from '@kla/proto/web'
import { consoleApi } from './console-api.js'

const evidenceApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    evidence: build.query<EvidenceView, number>({
      query: (report) => `admin/reports/${report}/evidence`,
      providesTags: ['Evidence'],
    }),
    /** Evidence for a second opinion: without who opened it before. */
    blindEvidence: build.query<BlindEvidenceView, number>({
      query: (report) => `admin/reports/${report}/evidence/blind`,
      providesTags: ['Evidence'],
    }),
    askForBlindOpening: build.mutation<BlindOpening, { report: number; reason: string }>({
      query: ({ report, reason }) => ({
        url: `admin/reports/${report}/evidence/blind/openings`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['Evidence']),
    }),
    openings: build.query<OpeningList, void>({
      query: () => 'admin/evidence/openings',
      providesTags: ['Evidence'],
    }),
    askForOpening: build.mutation<OpeningView, { report: number; reason: string }>({
      query: ({ report, reason }) => ({
        url: `admin/reports/${report}/evidence/openings`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['Evidence']),
    }),
    approveOpening: build.mutation<OpeningView, string>({
      query: (id) => ({ url: `admin/evidence/openings/${id}/approve`, method: 'POST' }),
      invalidatesTags: ['Evidence'],
    }),
    /** A mutation: each look is requested. Reset it once its stills are read, or the store keeps them. */
    look: build.mutation<StillsView, { report: number; sharp: boolean }>({
      query: ({ report, sharp }) => ({
        url: `admin/reports/${report}/evidence/stills`,
        params: { sharp: sharp ? 1 : 0 },
      }),
    }),
  }),
})

export const {
  useEvidenceQuery,
  useBlindEvidenceQuery,
  useAskForBlindOpeningMutation,
  useOpeningsQuery,
  useAskForOpeningMutation,
  useApproveOpeningMutation,
  useLookMutation,
} = evidenceApi

/** True once approved: its two people may look. */
const isApproved = ({ approved_by }: OpeningView): boolean => approved_by !== null

/** True if this administrator may look. */
export const opensFor = (opening: OpeningView, id: number | undefined): boolean =>
  isApproved(opening) && (opening.asked_by_id === id || opening.approved_by_id === id)

/** Returns the opening that concerns this administrator: one that lets them look, their own request, or another's. */
export function openingFor(openings: readonly OpeningView[], id: number | undefined): OpeningView | undefined {
  const waiting = openings.filter((opening) => !isApproved(opening))
  return (
    openings.find((opening) => opensFor(opening, id)) ??
    waiting.find((opening) => opening.asked_by_id === id) ??
    waiting[0]
  )
}
