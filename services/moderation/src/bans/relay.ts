import { setTimeout as sleep } from 'node:timers/promises'
import { type CallContext, counterOf, gauge, KlaError, type Logger, type Metrics } from '@kla/chassis'
import type { Clients } from '../shared/clients.js'
import type { RestrictionStore } from './store.js'

export const createCourierMetrics = (metrics: Metrics) => ({
  told: counterOf(
    metrics,
    'kla_moderation_restrictions_told_total',
    'What auth was told of bans: acknowledged, failed (it is repeated), or of an account that is gone.',
    'outcome',
    ['acknowledged', 'failed', 'gone'],
  ),
  waiting: gauge(
    metrics,
    'kla_moderation_restrictions_waiting',
    'Accounts whose bans auth does not know yet. Anything but 0 for longer than seconds is an alarm.',
  ),
})

type CourierMetrics = ReturnType<typeof createCourierMetrics>

interface TellAuthParts {
  readonly restrictions: Pick<RestrictionStore, 'current' | 'told'>
  readonly auth: Pick<Clients['auth'], 'putRestrictions'>
  readonly metrics: Pick<CourierMetrics, 'told'>
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Tells auth what an account may not do now. Rejects when auth does not acknowledge it. May be done twice. */
type TellAuth = (accountId: number, context: Pick<CallContext, 'requestId'>) => Promise<void>

/** A call to auth with its repeats, milliseconds: as long as a person who bans has to wait at most. */
const TELL_WITHIN_MS = 2_000

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

/** Carries what was decided about bans to auth, which tells everybody else. */
export interface Courier {
  /** Resolves when auth knows, or when it does not answer in time: then a later round goes on. Never rejects. */
  deliver(accountId: number, context: Pick<CallContext, 'requestId'>): Promise<void>
  /** One round: tells auth what it does not know yet, whoever has left it so. Rejects when the database is away. */
  round(): Promise<void>
}

interface CourierParts {
  readonly tellAuth: TellAuth
  readonly restrictions: Pick<RestrictionStore, 'untold' | 'countUntold'>
  readonly metrics: Pick<CourierMetrics, 'waiting'>
  readonly log: Logger
}

const BATCH = 100
const AT_ONCE = 8

export function createCourier({ tellAuth, restrictions, metrics, log }: CourierParts): Courier {
  /** How many of these auth has not acknowledged. */
  async function tellAll(accountIds: readonly number[]): Promise<number> {
    const waiting = [...accountIds]
    let failed = 0
    const tellInTurn = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await tellAuth(id, {}).catch((err: unknown) => {
          failed++
          log.warn({ err, accountId: id }, 'auth could not be told of bans')
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, tellInTurn))
    return failed
  }

  return {
    async deliver(accountId, context) {
      const told = tellAuth(accountId, context).catch((err: unknown) => {
        log.warn({ err, accountId, requestId: context.requestId }, 'auth could not be told of bans yet')
      })
      const late = new AbortController()
      await Promise.race([told, sleep(TELL_WITHIN_MS, undefined, { signal: late.signal }).catch(() => undefined)])
      late.abort()
    },

    async round() {
      metrics.waiting.set(await restrictions.countUntold())
      for (let after = 0; ; ) {
        const accountIds = await restrictions.untold(after, BATCH)
        const last = accountIds.at(-1)
        if (last === undefined) return
        // One account that fails must not stop the others; but if all do, auth is away.
        if ((await tellAll(accountIds)) === accountIds.length) return
        after = last
      }
    },
  }
}
