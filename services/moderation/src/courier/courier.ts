import type { CallContext, Logger } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RestrictionStore } from '../store/restriction-store.js'
import type { CourierMetrics } from './metrics.js'
import { TELL_WITHIN_MS, type TellAuth } from './tell-auth.js'

/** Carries what was decided about bans to auth, which tells everybody else. */
export interface Courier {
  /** Resolves when auth knows, or when it does not answer in time: then a later round goes on. Never rejects. */
  deliver(accountId: number, context: Pick<CallContext, 'requestId'>): Promise<void>
  /** One round: tells auth what it does not know yet, whoever has left it so. Rejects when the database is away. */
  round(): Promise<void>
}

export interface CourierParts {
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
