import { KlaError, type CallContext, type Logger } from '@kla/chassis'
import type { Clients } from '../clients/clients.js'
import type { RestrictionStore } from '../store/restriction-store.js'
import type { CourierMetrics } from './metrics.js'

export interface TellAuthParts {
  readonly restrictions: Pick<RestrictionStore, 'current' | 'told'>
  readonly auth: Pick<Clients['auth'], 'putRestrictions'>
  readonly metrics: Pick<CourierMetrics, 'told'>
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Tells auth what an account may not do now. Rejects when auth does not acknowledge it. May be done twice. */
export type TellAuth = (accountId: number, context: Pick<CallContext, 'requestId'>) => Promise<void>

/** A call to auth with its repeats, milliseconds: as long as a person who bans has to wait at most. */
export const TELL_WITHIN_MS = 2_000

export const createTellAuth =
  ({ restrictions, auth, metrics, log, now }: TellAuthParts): TellAuth =>
  async (accountId, { requestId }) => {
    const current = await restrictions.current(accountId, now())
    if (!current) return
    const { version } = current
    const put = { accountId, version, restrictions: [...current.restrictions] }
    try {
      await auth.putRestrictions(put, { requestId, deadlineMs: TELL_WITHIN_MS })
      metrics.told.inc({ outcome: 'acknowledged' })
    } catch (error) {
      const gone = error instanceof KlaError && error.reason === 'NO_SUCH_ACCOUNT'
      metrics.told.inc({ outcome: gone ? 'gone' : 'failed' })
      if (!gone) throw error
      // Erased since: there is nobody left to be restricted.
      log.warn({ accountId }, 'an account with bans is unknown to auth')
    }
    await restrictions.told(accountId, version)
  }
