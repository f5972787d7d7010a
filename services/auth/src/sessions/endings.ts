import { type Bus, defineScript, type Logger, LUA_NOW, type Redis } from '@kla/chassis'
import { SessionEnded, subjects } from '@kla/proto'
import type { Session, SessionStore } from './store.js'

export interface SessionEndings {
  /** Resolves once the session is unusable; a sweep publishes its event if need be. */
  end(session: Session): Promise<void>
  endAll(accountId: number): Promise<void>
  sweep(): Promise<void>
}

export interface SessionEndingsDeps {
  readonly sessions: Pick<SessionStore, 'remove' | 'keysOf'>
  readonly endings: EndingStore
  readonly bus: Pick<Bus, 'publishEvent'>
  readonly log: Logger
}

export function createSessionEndings({ sessions, endings, bus, log }: SessionEndingsDeps): SessionEndings {
  async function publishAndFinish(session: Session): Promise<void> {
    try {
      await publishSessionEnded(bus, session)
      await endings.finish(session)
    } catch (error) {
      log.warn({ err: error, accountId: session.accountId }, 'session end not published yet')
    }
  }

  async function end(session: Session): Promise<void> {
    await endings.begin(session)
    await sessions.remove(session)
    await publishAndFinish(session)
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
        await publishAndFinish(session)
      }
    },
  }
}

/** A session ends once, so its key identifies repeats. */
async function publishSessionEnded(bus: Pick<Bus, 'publishEvent'>, { sessionKey, accountId }: Session): Promise<void> {
  const eventId = `session-ended:${sessionKey}`
  await bus.publishEvent(subjects.eventSessionEnded, eventId, SessionEnded.encode({ eventId, sessionKey, accountId }).finish())
}

export interface EndingStore {
  /** Comes first: if the pod dies, another finishes the ending. */
  begin(session: Session): Promise<void>
  finish(session: Session): Promise<void>
  /** Each becomes overdue again after the same time. */
  claimOverdue(): Promise<Session[]>
}

const beginScript = defineScript<number>(`${LUA_NOW}
return redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
`)
const CLAIM_MAX = 100
const claimScript = defineScript<string[]>(`${LUA_NOW}
local overdue = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ${CLAIM_MAX})
for _, member in ipairs(overdue) do redis.call('ZADD', KEYS[1], now + ARGV[1], member) end
return overdue
`)

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
