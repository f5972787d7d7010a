import { type CallContext, counterOf, gauge, KlaError, type Logger, type Metrics, settleWithin } from '@kla/chassis'
import type { Clients } from '../shared/clients.js'
import type { RestrictionStore } from './store.js'

/** Sends accounts' current bans to auth. */
export interface Relay {
  /**
   * Resolves when auth has acknowledged, or after {@link PUBLISH_TIMEOUT_MS}; a round then continues. Never rejects.
   */
  publish(accountId: number, context: Pick<CallContext, 'requestId'>): Promise<void>
  round(): Promise<void>
}

export interface RelayDeps {
  readonly restrictions: RestrictionStore
  readonly auth: Pick<Clients['auth'], 'putRestrictions'>
  readonly metrics: ReturnType<typeof createRelayMetrics>
  readonly log: Logger
  readonly now: () => number
}

export const createRelayMetrics = (metrics: Metrics) => ({
  published: counterOf(
    metrics,
    'kla_moderation_restrictions_published_total',
    'Restrictions published to auth: acknowledged, failed (it is repeated), or of an account that is gone.',
    'outcome',
    ['acknowledged', 'failed', 'gone'],
  ),
  waiting: gauge(
    metrics,
    'kla_moderation_restrictions_waiting',
    'Accounts with bans that auth has not acknowledged. Anything but 0 for longer than seconds is an alarm.',
  ),
})

/** Limits how long a banning administrator waits, retries included. */
const PUBLISH_TIMEOUT_MS = 2_000
const BATCH = 100
const AT_ONCE = 8

export function createRelay({ restrictions, auth, metrics, log, now }: RelayDeps): Relay {
  async function send(accountId: number, { requestId }: Pick<CallContext, 'requestId'>): Promise<void> {
    const current = await restrictions.current(accountId, now())
    if (!current) return
    const { version } = current
    const put = { accountId, version, restrictions: [...current.restrictions] }
    try {
      await auth.putRestrictions(put, { requestId, deadlineMs: PUBLISH_TIMEOUT_MS })
      metrics.published.inc({ outcome: 'acknowledged' })
    } catch (error) {
      const gone = error instanceof KlaError && error.reason === 'NO_SUCH_ACCOUNT'
      metrics.published.inc({ outcome: gone ? 'gone' : 'failed' })
      if (!gone) throw error
      // Erased since the ban: nothing is left to restrict.
      log.warn({ accountId }, 'banned account is unknown to auth')
    }
    await restrictions.acknowledge(accountId, version)
  }

  async function sendAll(accountIds: readonly number[]): Promise<number> {
    const waiting = [...accountIds]
    let failed = 0
    const sendInTurn = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await send(id, {}).catch((err: unknown) => {
          failed++
          log.warn({ err, accountId: id }, 'restrictions could not be published')
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn))
    return failed
  }

  return {
    async publish(accountId, context) {
      const sent = send(accountId, context).catch((err: unknown) => {
        log.warn({ err, accountId, requestId: context.requestId }, 'restrictions could not be published yet')
      })
      await settleWithin(PUBLISH_TIMEOUT_MS, sent)
    },

    async round() {
      metrics.waiting.set(await restrictions.countUnpublished())
      for (let after = 0; ;) {
        const accountIds = await restrictions.unpublished(after, BATCH)
        const last = accountIds.at(-1)
        if (last === undefined) return
        // One failing account must not stop the others; if all fail, auth is unreachable.
        if ((await sendAll(accountIds)) === accountIds.length) return
        after = last
      }
    },
  }
}
