import { type Call, KlaError } from '@kla/chassis'
import type { EvidenceOffer } from '@kla/proto'
import type { ReportCategory } from '@kla/proto/web'
import type { Clients } from '../shared/clients.js'
import { isGrave } from '../shared/rules.js'
import type { StateRelay } from './relay.js'
import type { StateStore } from './store.js'

export interface OfferedReport {
  readonly id: number
  readonly reporterId: number
  readonly reportedId: number
  /** Gravest category of several submissions. */
  readonly category: ReportCategory
}

/** Undefined if none are accepted or evidence is unreachable. Never rejects. */
export type OfferStills = (
  report: OfferedReport,
  call: Pick<Call, 'requestId' | 'log'>,
) => Promise<EvidenceOffer | undefined>

export interface OfferDeps {
  readonly evidence: Pick<Clients['evidence'], 'reserveEvidence'>
  readonly states: Pick<StateStore, 'begin'>
  readonly relay: Pick<StateRelay, 'publish'>
  readonly now: () => number
}

const RESERVE_TIMEOUT_MS = 1_000

export const createOfferStills =
  ({ evidence, states, relay, now }: OfferDeps): OfferStills =>
  async ({ id, reporterId, reportedId, category }, { requestId, log }) => {
    const asked = { reportId: id, reporterId, reportedId, category, grave: isGrave(category) }
    try {
      // One attempt: another would use up a second place.
      const once = { deadlineMs: RESERVE_TIMEOUT_MS, attemptMs: RESERVE_TIMEOUT_MS }
      const { token, untilMs, content } = await evidence.reserveEvidence(asked, { requestId, ...once })
      if (token === '') return undefined
      // Before the token is known: no stills without an end.
      await states.begin(id, now())
      await relay.publish([id], { requestId })
      return { token, untilMs, content }
    } catch (err) {
      const taken = err instanceof KlaError && err.reason === 'RATE_LIMITED'
      if (!taken) log.warn({ err, reportId: id }, 'report is without a place for stills')
      return undefined
    }
  }
