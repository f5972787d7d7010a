import { KlaError } from '@kla/chassis'
import type { DescribeEvidenceResponse, Opening, Still } from '@kla/proto'
import {
  BlindEvidenceView,
  BlindOpening,
  EvidenceView,
  IdParams,
  OpeningList,
  OpeningParams,
  OpeningRequest,
  OpeningView,
  StillsQuery,
  StillsView,
} from '@kla/proto/schemas'
import { EVIDENCE_PER_REPORT, SEALED_MAX_BYTES, visibleText } from '@kla/proto/web'
import { administratorOf, onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOrNull, textOrNull } from '../values.js'

const STILLS_MAX_BYTES = EVIDENCE_PER_REPORT * SEALED_MAX_BYTES
/** The latest Date: the reporter's clock may be wrong. */
const LAST_MS = 8.64e15

function noneOf(error: unknown): DescribeEvidenceResponse {
  if (KlaError.from(error).reason !== 'EVIDENCE_NOT_FOUND') throw error
  return { items: [], openings: [] }
}

/** Returns stills whole and stores them nowhere. */
export const consoleEvidence: Resource = async (app, { evidence }) => {
  app.get(
    '/admin/reports/:id/evidence',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('The encrypted stills of a report', EvidenceView, { params: IdParams }),
    },
    async (request) => {
      const described = evidence.describeEvidence({ reportId: Number(request.params.id) }, onBehalfOf(request))
      return evidenceView(await described.catch(noneOf))
    },
  )

  app.post(
    '/admin/reports/:id/evidence/openings',
    {
      config: { access: { permission: 'evidence.open' } },
      schema: consoleCall('Ask a second person to open the stills of a report', OpeningView, {
        params: IdParams,
        body: OpeningRequest,
      }),
    },
    async (request) => {
      const asked = { reportId: Number(request.params.id), reason: visibleText(request.body.reason) }
      return openingView(await evidence.requestOpening(asked, onBehalfOf(request)))
    },
  )

  app.get(
    '/admin/reports/:id/evidence/blind',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('The encrypted stills of a report, for a second opinion', BlindEvidenceView, {
        params: IdParams,
      }),
    },
    async (request) => {
      const described = evidence.describeEvidence({ reportId: Number(request.params.id) }, onBehalfOf(request))
      const { items, openings } = await described.catch(noneOf)
      return {
        items: items.map(({ id, storedAtMs, hasStills }) => ({
          id,
          stored_at: isoOf(storedAtMs),
          has_stills: hasStills,
        })),
        opening: blindOpening(openings, administratorOf(request).id),
      }
    },
  )

  app.post(
    '/admin/reports/:id/evidence/blind/openings',
    {
      config: { access: { permission: 'evidence.open' } },
      schema: consoleCall('Ask to open the stills of a report, for a second opinion', BlindOpening, {
        params: IdParams,
        body: OpeningRequest,
      }),
    },
    async (request) => {
      const asked = { reportId: Number(request.params.id), reason: visibleText(request.body.reason) }
      const opening = await evidence.requestOpening(asked, onBehalfOf(request))
      return blindView(opening, administratorOf(request).id)
    },
  )

  app.get(
    '/admin/evidence/openings',
    {
      config: { access: { permission: 'evidence.open' } },
      schema: consoleCall('Openings waiting for a second person or in force', OpeningList),
    },
    async (request) => {
      const { openings } = await evidence.listOpenings({}, onBehalfOf(request))
      return { openings: openings.map(openingView) }
    },
  )

  app.post(
    '/admin/evidence/openings/:id/approve',
    {
      config: { access: { permission: 'evidence.open' } },
      schema: consoleCall('Approve the opening of stills', OpeningView, { params: OpeningParams }),
    },
    async (request) => openingView(await evidence.approveOpening({ id: request.params.id }, onBehalfOf(request))),
  )

  app.get(
    '/admin/reports/:id/evidence/stills',
    {
      config: { access: { permission: 'evidence.open' } },
      schema: consoleCall('The stills of an approved opening', StillsView, {
        params: IdParams,
        querystring: StillsQuery,
      }),
    },
    async (request, reply): Promise<StillsView> => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const asked = { reportId: Number(request.params.id), sharp: request.query.sharp === '1' }
      const stills: StillsView['stills'] = []
      let bytes = 0
      for await (const still of evidence.openEvidence(asked, { ...onBehalfOf(request), signal: gone.signal })) {
        bytes += still.jpeg.length
        if (bytes > STILLS_MAX_BYTES) throw new KlaError('INTERNAL', 'More stills were opened than a report can have.')
        stills.push(stillView(still))
      }
      return { stills }
    },
  )
}

const evidenceView = ({ items, openings }: DescribeEvidenceResponse): EvidenceView => ({
  items: items.map(({ id, storedAtMs, bytes, sha256, expiresAtMs, held, hasStills }) => ({
    id,
    bytes,
    sha256,
    held,
    stored_at: isoOf(storedAtMs),
    expires_at: isoOf(expiresAtMs),
    has_stills: hasStills,
  })),
  openings: openings.map(openingView),
})

const openingView = (opening: Opening): OpeningView => ({
  id: opening.id,
  report_id: opening.reportId,
  reason: opening.reason,
  asked_by_id: opening.askedById,
  asked_by: opening.askedBy,
  asked_at: isoOf(opening.askedAtMs),
  approved_by_id: numberOrNull(opening.approvedById),
  approved_by: textOrNull(opening.approvedBy),
  until: isoOf(opening.untilMs),
})

/** Openings of other people alone would show who decided: only one that waits is named, without who asked. */
function blindOpening(openings: readonly Opening[], me: number): BlindOpening | null {
  const views = openings.map((opening) => blindView(opening, me))
  const shown =
    views.find(({ own, state }) => own && state === 'open') ??
    views.find(({ own }) => own) ??
    views.find(({ state }) => state === 'waiting')
  return shown ?? null
}

const blindView = ({ askedById, approvedById, untilMs }: Opening, me: number): BlindOpening => ({
  state: approvedById === 0 ? 'waiting' : 'open',
  own: askedById === me || approvedById === me,
  until: isoOf(untilMs),
})

const stillView = ({ evidenceId, takenAtMs, jpeg }: Still): StillsView['stills'][number] => ({
  evidence_id: evidenceId,
  taken_at: isoOf(Math.min(Math.max(takenAtMs, 0), LAST_MS)),
  jpeg: Buffer.from(jpeg).toString('base64'),
})
