import { KlaError } from '@kla/chassis'
import type { EvidenceOffer, ListOwnBansResponse, ListOwnReportsResponse } from '@kla/proto'
import { EvidenceParams, OwnBans, OwnReports, ReportSubmission, ReportSubmitted, Success } from '@kla/proto/schemas'
import {
  type BanScope,
  type EvidenceContent,
  type ReportCategory,
  type ReportOutcome,
  SEALED_MAX_BYTES,
} from '@kla/proto/web'
import { Type } from 'typebox'
import { accountByAlias } from '../../shared/numbers.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { named, playerCall, type Resource } from '../route.js'
import { isoOf, isoOrNull, textOrNull } from '../values.js'

export const playerModeration: Resource = async (app, deps) => {
  const { auth, moderation } = deps
  app.post(
    '/report',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Report a player', ReportSubmitted, { body: ReportSubmission }),
    },
    async (request): Promise<ReportSubmitted> => {
      const { reportedId, category, reason = '', incident } = request.body
      const reportedAlias = Number(reportedId)
      const accountId = await accountByAlias(auth, reportedAlias, { requestId: request.id })
      const { evidence } = await moderation.submitReport(
        { reportedId: accountId, reportedAlias, category, reason, incident: incident ?? '' },
        onBehalfOf(request),
      )
      return { success: true, ...(evidence ? { evidence: offerView(evidence) } : {}) }
    },
  )

  app.get(
    '/user/reports',
    {
      config: { access: 'banned-player' },
      schema: playerCall('The reports that the player made', OwnReports),
    },
    async (request) => ownReportsView(await moderation.listOwnReports({}, onBehalfOf(request))),
  )

  app.get(
    '/user/bans',
    {
      config: { access: 'banned-player' },
      schema: playerCall('The bans in force against the player', OwnBans),
    },
    async (request) => ownBansView(await moderation.listOwnBans({}, onBehalfOf(request))),
  )

  await app.register(named('sealedStills', sealedStills), deps)
}

/** Protects memory; evidence enforces the real limit. */
const BODY_MAX_BYTES = SEALED_MAX_BYTES + 4 * 1024
const UPLOADS_PER_MINUTE = 10
const OCTETS = 'application/octet-stream'
const NOT_SEALED = `Send the sealed stills as ${OCTETS}.`

/** Logs and metrics omit the path's token. */
const sealedStills: Resource = async (app, { evidence, now }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(OCTETS, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // The handler says what it takes.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.put(
    '/report/evidence/:token',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: 'banned-player' },
      onRequest: limitPerAccount(UPLOADS_PER_MINUTE, now),
      schema: {
        ...playerCall('Submit the encrypted stills of a report', Success, { params: EvidenceParams }),
        consumes: [OCTETS],
        body: Type.Any({ description: 'The sealed envelope.' }),
      },
    },
    async (request) => {
      const sealed: unknown = request.body
      if (!Buffer.isBuffer(sealed)) throw new KlaError('INVALID_FIELD', NOT_SEALED)
      await evidence.storeEvidence({ token: request.params.token, sealed }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

const offerView = ({ token, untilMs, content }: EvidenceOffer): NonNullable<ReportSubmitted['evidence']> => ({
  url: `/report/evidence/${token}`,
  until: isoOf(untilMs),
  content: content as EvidenceContent,
})

const ownReportsView = ({ reports }: ListOwnReportsResponse): OwnReports => ({
  reports: reports.map(({ id, createdAtMs, category, reason, reviewed, outcome }) => ({
    id,
    created_at: isoOf(createdAtMs),
    category: category as ReportCategory,
    reason,
    reviewed,
    outcome: outcome as ReportOutcome,
  })),
})

const ownBansView = ({ bans }: ListOwnBansResponse): OwnBans => ({
  bans: bans.map(({ id, scope, reason, bannedAtMs, expiresAtMs }) => ({
    id,
    scope: scope as BanScope,
    reason: textOrNull(reason),
    banned_at: isoOf(bannedAtMs),
    expires_at: isoOrNull(expiresAtMs),
  })),
})
