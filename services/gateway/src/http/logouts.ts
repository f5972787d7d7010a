import { type Bus, failAfter, KlaError, type Logger, repeat } from '@kla/chassis'
import { SessionLeft, subjects } from '@kla/proto'
import { sessionKeyOf } from '../shared/session-cookie.js'

/** Ends sessions even while auth is away: an event repeats the log-out. */
export interface Logouts {
  /** Rejects with UNAVAILABLE, or as `end` does. */
  run(logout: Logout): Promise<void>
  stop(): Promise<void>
}

/** A session, or several, to end. */
export interface Logout {
  readonly secret: string
  readonly of: 'session' | 'everywhere' | 'administrator'
  readonly end: () => Promise<unknown>
}

/** The bus, a log and a clock. */
export interface LogoutsDeps {
  readonly bus: Pick<Bus, 'publishEvent'>
  readonly log: Logger
  readonly now: () => number
}

/** Players wait this long; slower log-outs finish later. */
export const LOGOUT = { deadlineMs: 3_000 }

const PUBLISHED_WITHIN_MS = 1_000
const WAITING_MAX = 10_000
const AGAIN_EVERY_MS = 2_000
const KEPT_MS = 24 * 3_600_000

interface Waiting {
  readonly sinceMs: number
  published: boolean
}

export function createLogouts({ bus, log, now }: LogoutsDeps): Logouts {
  const waiting = new Map<Logout, Waiting>()

  async function publish({ secret, of }: Logout): Promise<boolean> {
    const sessionKey = sessionKeyOf(secret)
    const eventId = `session-left:${of}:${sessionKey}`
    const whose = { everywhere: of === 'everywhere', administrator: of === 'administrator' }
    const event = SessionLeft.encode({ eventId, sessionKey, ...whose }).finish()
    try {
      await failAfter(PUBLISHED_WITHIN_MS, bus.publishEvent(subjects.eventSessionLeft, eventId, event))
      return true
    } catch (error) {
      log.warn({ err: error }, 'a log-out could not be published yet')
      return false
    }
  }

  async function tryAgain(): Promise<void> {
    for (const [logout, state] of waiting) {
      try {
        await logout.end()
      } catch (error) {
        if (isAway(error) && now() - state.sinceMs < KEPT_MS) return publishRest()
        log.warn({ err: error }, 'a session was not ended')
      }
      waiting.delete(logout)
    }
  }

  async function publishRest(): Promise<void> {
    for (const [logout, state] of waiting) {
      state.published ||= await publish(logout)
      if (!state.published) return
    }
  }

  const loop = repeat({ name: 'logouts', work: tryAgain, everyMs: AGAIN_EVERY_MS, log })
  return {
    async run(logout) {
      try {
        await logout.end()
      } catch (error) {
        if (!isAway(error)) throw error
        const published = await publish(logout)
        if (waiting.size < WAITING_MAX) waiting.set(logout, { sinceMs: now(), published })
        else if (!published) throw error
      }
    },
    async stop() {
      loop.poke()
      await loop.stop()
      const lost = [...waiting.values()].filter(({ published }) => !published).length
      if (lost > 0) log.warn({ sessions: lost }, 'sessions of people who logged out were not ended')
    },
  }
}

const isAway = (error: unknown): boolean => KlaError.from(error).reason === 'UNAVAILABLE'
