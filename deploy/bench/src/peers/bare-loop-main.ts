import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { connect, type NatsConnection } from 'nats'
import { natsServers } from '@kla/chassis'
import { type BareBattle, encodeBareUpdate, bareSubject } from '../engine/updates.js'
import { serveTasks } from '../measure/serve-tasks.js'

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Returns the time now, the next deadline or '', then id, version and record of each due battle. */
const CLAIM = `
-- KEYS: deadlines. ARGV: prefix of records, lease in ms, at most so many
${NOW}
local answer = { now, '' }
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[3])) do
  redis.call('ZADD', KEYS[1], now + ARGV[2], id)
  local record = redis.call('HMGET', ARGV[1] .. id, 'version', 'battle')
  table.insert(answer, id)
  table.insert(answer, record[1])
  table.insert(answer, record[2])
end
answer[2] = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or ''
return answer
`

/** Compare and set; returns 1 or 0. */
const COMPARE_AND_SET = `
-- KEYS: record, deadlines. ARGV: id, version that was read, next record, next deadline
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2] + 1, 'battle', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1
`

interface BareLoopOptions {
  readonly redis: Redis
  readonly nats: NatsConnection
  readonly promptMs: number
  readonly showMs: number
}

/** The least an engine can do: claims what is due, sets the next phase, publishes it. */
interface BareLoop {
  /** Phases are spread evenly over their round, as in a long run. */
  seed(battles: number): Promise<void>
  start(): void
  stop(): Promise<void>
}

type Scripts = Redis & {
  claim(deadlines: string, prefix: string, leaseMs: number, limit: number): Promise<[number, string, ...string[]]>
  compareAndSet(
    ...given: [record: string, deadlines: string, id: string, version: string, battle: string, deadlineMs: number]
  ): Promise<0 | 1>
}

const PREFIX = 'bare:battle:'
const DEADLINES = 'bare:deadlines'
const LEASE_MS = 2_000
const CLAIM_AT_MOST = 100
const LOOK_EVERY_MS = 20

function createBareLoop({ redis, nats, promptMs, showMs }: BareLoopOptions): BareLoop {
  redis.defineCommand('claim', { numberOfKeys: 1, lua: CLAIM })
  redis.defineCommand('compareAndSet', { numberOfKeys: 2, lua: COMPARE_AND_SET })
  const scripts = redis as Scripts
  let stopping = false
  let running = Promise.resolve()

  function next({ phase, round }: BareBattle, nowMs: number): BareBattle {
    return phase === 'prompt'
      ? { phase: 'show', round, deadlineMs: nowMs + showMs }
      : { phase: 'prompt', round: round + 1, deadlineMs: nowMs + promptMs }
  }

  async function pass(id: string, version: string, record: string, nowMs: number): Promise<void> {
    const battle = next(JSON.parse(record) as BareBattle, nowMs)
    const text = JSON.stringify(battle)
    const set = await scripts.compareAndSet(PREFIX + id, DEADLINES, id, version, text, battle.deadlineMs)
    if (set) nats.publish(bareSubject(id), encodeBareUpdate(id, Number(version) + 1, battle))
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const [nowMs, nextDue, ...due] = await scripts.claim(DEADLINES, PREFIX, LEASE_MS, CLAIM_AT_MOST)
      const passing: Promise<void>[] = []
      for (let at = 0; at < due.length; at += 3) {
        passing.push(pass(due[at] ?? '', due[at + 1] ?? '', due[at + 2] ?? '', nowMs))
      }
      await Promise.all(passing)
      const untilNext = nextDue === '' ? LOOK_EVERY_MS : Number(nextDue) - nowMs
      if (passing.length === 0) await sleep(Math.max(0, Math.min(LOOK_EVERY_MS, untilNext)))
    }
  }

  return {
    async seed(battles) {
      const roundMs = promptMs + showMs
      const nowMs = Date.now()
      const laying = Array.from({ length: battles }, (_, at) => {
        const untilEndMs = Math.round(((at + 1) / battles) * roundMs)
        const battle: BareBattle =
          untilEndMs > showMs
            ? { phase: 'prompt', round: 1, deadlineMs: nowMs + untilEndMs - showMs }
            : { phase: 'show', round: 1, deadlineMs: nowMs + untilEndMs }
        nats.publish(bareSubject(String(at)), encodeBareUpdate(String(at), 1, battle))
        return [
          redis.hset(`${PREFIX}${at}`, { version: 1, battle: JSON.stringify(battle) }),
          redis.zadd(DEADLINES, battle.deadlineMs, String(at)),
        ]
      })
      await Promise.all(laying.flat())
    },
    start: () => void (running = loop()),
    async stop() {
      stopping = true
      await running
    },
  }
}

let loop: BareLoop | undefined

interface Given {
  readonly redisUrl: string
  readonly natsUrl: string
  readonly promptMs: number
  readonly showMs: number
  readonly battles: number
}

const tasks = {
  async start({ redisUrl, natsUrl, promptMs, showMs, battles }: Given): Promise<void> {
    const redis = new Redis(redisUrl, { enableAutoPipelining: true })
    loop = createBareLoop({ redis, nats: await connect(natsServers(natsUrl)), promptMs, showMs })
    await loop.seed(battles)
    loop.start()
  },
  stop: (_: null) => loop?.stop(),
}
export type BareLoopTasks = typeof tasks

serveTasks(tasks)
