import { type Bus, defineScript, failAfter, KlaError, type Logger, LUA_NOW, type Redis } from '@kla/chassis'
import { SessionEnded, subjects } from '@kla/proto'
import type { Session, SessionStore } from './store.js'
import { UNFINISHED_BATCH, type UnfinishedEnding, type UnfinishedEndings } from './unfinished.js'

/** Endings of sessions, finished even if a pod dies. */
export interface SessionEndings {
  /** Resolves once the session is unusable. PostgreSQL keeps the ending too: Redis may be read-only, or fail over. */
  end(session: Session): Promise<void>
  endByKey(sessionKey: string): Promise<void>
  /** Accepts expired sessions. Without Redis it waits in PostgreSQL. */
  endEverywhere(sessionKey: string): Promise<void>
  sweep(): Promise<void>
}

export interface SessionEndingsDeps {
  readonly sessions: Pick<SessionStore, 'find' | 'remove' | 'keysOf'>
  readonly endings: EndingStore
  readonly unfinished: UnfinishedEndings
  /** Longer than a replica of Redis lags behind. */
  readonly keptMs: number
  readonly bus: Pick<Bus, 'publishEvent'>
  readonly log: Logger
}

/** Less than a caller's first attempt. */
const STORES_WITHIN_MS = 700

export function createSessionEndings(deps: SessionEndingsDeps): SessionEndings {
  const { sessions, endings, unfinished, keptMs, bus, log } = deps

  async function publishAndFinish(session: Session): Promise<void> {
    try {
      await publishSessionEnded(bus, session)
      await failAfter(STORES_WITHIN_MS, endings.finish(session))
    } catch (error) {
      log.warn({ err: error, accountId: session.accountId }, 'session end not published yet')
    }
  }

  async function beginAndRemove(session: Session): Promise<void> {
    await endings.begin(session)
    await sessions.remove(session)
  }

  async function end(session: Session): Promise<void> {
    const ending = { sessionKey: session.sessionKey, everywhere: false }
    const [kept, removed] = await Promise.allSettled([
      failAfter(STORES_WITHIN_MS, unfinished.put(ending, keptMs)),
      failAfter(STORES_WITHIN_MS, beginAndRemove(session)),
    ])
    if (removed.status === 'rejected') await putOff(ending, removed.reason)
    else if (kept.status === 'rejected') log.warn({ err: kept.reason }, 'PostgreSQL does not keep the end of a session')
    await publishAndFinish(session)
  }

  const sessionsOf = async (accountId: number): Promise<Session[]> =>
    (await sessions.keysOf(accountId)).map((sessionKey) => ({ sessionKey, accountId }))

  async function othersBeside({ sessionKey, accountId }: Session): Promise<Session[]> {
    return (await sessionsOf(accountId)).filter((other) => other.sessionKey !== sessionKey)
  }

  async function withOthers(sessionKey: string): Promise<Session[]> {
    const session = await sessions.find(sessionKey)
    return session ? [session, ...(await othersBeside(session))] : []
  }

  async function putOff(ending: UnfinishedEnding, error: unknown): Promise<void> {
    if (KlaError.from(error).reason !== 'UNAVAILABLE') throw error
    log.warn({ err: error }, 'Redis cannot end a session: PostgreSQL keeps the ending until it can')
    await unfinished.put(ending, 0)
  }

  async function finishPutOff(): Promise<void> {
    const due = await unfinished.listDue()
    for (const { sessionKey, everywhere } of due) {
      const session = await sessions.find(sessionKey)
      if (session && everywhere) {
        await Promise.all((await othersBeside(session)).map(end))
        await unfinished.narrow(sessionKey)
      }
      if (session) await end(session)
      else await unfinished.remove(sessionKey)
    }
    if (due.length === UNFINISHED_BATCH) await finishPutOff()
  }

  return {
    end,
    async endByKey(sessionKey) {
      const found = failAfter(STORES_WITHIN_MS, sessions.find(sessionKey))
      const session = await found.catch((error: unknown) => putOff({ sessionKey, everywhere: false }, error))
      if (session) await end(session)
    },
    async endEverywhere(sessionKey) {
      const found = failAfter(STORES_WITHIN_MS, withOthers(sessionKey))
      const all = await found.catch((error: unknown) => putOff({ sessionKey, everywhere: true }, error))
      await Promise.all((all ?? []).map(end))
    },
    async sweep() {
      for (const session of await endings.claimOverdue()) {
        await sessions.remove(session)
        await publishAndFinish(session)
      }
      await finishPutOff()
    },
  }
}

async function publishSessionEnded(bus: Pick<Bus, 'publishEvent'>, { sessionKey, accountId }: Session): Promise<void> {
  const eventId = `session-ended:${sessionKey}`
  await bus.publishEvent(
    subjects.eventSessionEnded,
    eventId,
    SessionEnded.encode({ eventId, sessionKey, accountId, administrator: false }).finish(),
  )
}

/** Endings under way, until their event is published. */
export interface EndingStore {
  /** Recorded first: if the pod dies, another finishes. */
  begin(session: Session): Promise<void>
  finish(session: Session): Promise<void>
  claimOverdue(): Promise<Session[]>
}

const beginScript = defineScript<number>(
  `${LUA_NOW}
return redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
`,
  { whenFull: true },
)
const CLAIM_MAX = 100
const claimScript = defineScript<string[]>(
  `${LUA_NOW}
local overdue = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ${CLAIM_MAX})
for _, member in ipairs(overdue) do redis.call('ZADD', KEYS[1], now + ARGV[1], member) end
return overdue
`,
  { whenFull: true },
)

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
