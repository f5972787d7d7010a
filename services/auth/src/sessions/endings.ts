import { type Bus, defineScript, type Logger, type Redis } from '@kla/chassis'
import { SessionEnded, subjects } from '@kla/proto'
import type { Session, SessionStore } from './store.js'

export interface SessionEndings {
  /** Resolves once the session opens nothing any more; the news of it is told now or, if that fails, by a sweep. */
  end(session: Session): Promise<void>
  /** Ends every session of an account. */
  endAll(accountId: number): Promise<void>
  /** Finishes what other pods, or this one, could not. */
  sweep(): Promise<void>
}

interface SessionEndingsParts {
  readonly sessions: SessionStore
  readonly endings: EndingStore
  readonly tell: (session: Session) => Promise<void>
  readonly log: Logger
}

export function createSessionEndings({ sessions, endings, tell, log }: SessionEndingsParts): SessionEndings {
  async function tellAndFinish(session: Session): Promise<void> {
    try {
      await tell(session)
      await endings.finish(session)
    } catch (error) {
      log.warn({ err: error, accountId: session.accountId }, 'the end of a session could not be told yet')
    }
  }

  async function end(session: Session): Promise<void> {
    await endings.begin(session)
    await sessions.remove(session)
    await tellAndFinish(session)
  }

  return {
    end,
    async endAll(accountId) {
      const keys = await sessions.keysOf(accountId)
      await Promise.all(keys.map((sessionKey) => end({ sessionKey, accountId })))
    },
    async sweep() {
      for (const session of await endings.claimOverdue()) {
        await sessions.remove(session)
        await tellAndFinish(session)
      }
    },
  }
}

/** Sessions that somebody has set out to end and of which it has not been told everywhere yet. */
interface EndingStore {
  /** Before anything is done: whoever dies from here on leaves the ending to another pod. */
  begin(session: Session): Promise<void>
  finish(session: Session): Promise<void>
  /** Endings that have been under way for too long. Nobody else gets them for as long again. */
  claimOverdue(): Promise<Session[]>
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
const beginScript = defineScript<number>(`${NOW}
return redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
`)
const CLAIM_MAX = 100
const claimScript = defineScript<string[]>(`${NOW}
local overdue = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ${CLAIM_MAX})
for _, member in ipairs(overdue) do redis.call('ZADD', KEYS[1], now + ARGV[1], member) end
return overdue
`)

/** `overdueMs`: how long an ending may take before another pod takes it over. */
export function createEndingStore(redis: Redis, prefix: string, overdueMs: number): EndingStore {
  const key = `${prefix}endings`
  return {
    async begin(session) {
      await beginScript.run(redis, [key], [overdueMs, memberOf(session)])
    },
    async finish(session) {
      await redis.zrem(key, memberOf(session))
    },
    async claimOverdue() {
      return (await claimScript.run(redis, [key], [overdueMs])).map(sessionOf)
    },
  }
}

const memberOf = ({ sessionKey, accountId }: Session): string => `${accountId}:${sessionKey}`

function sessionOf(member: string): Session {
  const at = member.indexOf(':')
  return { accountId: Number(member.slice(0, at)), sessionKey: member.slice(at + 1) }
}

/** Tells gateways, as a fact, that a session is over. A session ends once, so that its key tells repeats apart. */
export async function publishSessionEnded(bus: Pick<Bus, 'publishFact'>, session: Session): Promise<void> {
  const factId = `session-ended:${session.sessionKey}`
  const fact = { factId, sessionKey: session.sessionKey, accountId: session.accountId }
  await bus.publishFact(subjects.factSessionEnded, factId, SessionEnded.encode(fact).finish())
}
