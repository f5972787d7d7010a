import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, createRedis, type Redis } from '@kla/chassis'
import { type Platform, SERVICES, startPlatform } from '@kla/local'
import { cpuMicrosByName, type NamedProcesses } from '../measure/machine.js'
import { difference, dividedBy } from '../measure/numbers.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { BareLoopTasks } from '../peers/bare-loop-main.js'
import type { ListenerTasks } from './listener-main.js'
import type { PeopleTasks } from './people-main.js'
import type { LedgerReport } from './phase-ledger.js'
import type { EngineContender } from './updates.js'

/** How one contender did at one pace. */
export interface EngineRun extends LedgerReport {
  readonly changesPerSecond: number
  /** Microseconds of processor time for each change, by process. */
  readonly cpu: Readonly<Record<string, number>>
}

/** Something that keeps battles going until it is stopped. */
interface Going {
  readonly pid: number
  stop(): Promise<void>
}

/** Listens from before the first battle begins, and measures a window once all of them go on. */
async function observe(
  ground: EngineGround,
  pace: Pace,
  who: EngineContender,
  go: () => Promise<Going>,
): Promise<EngineRun> {
  const { platform, redis } = ground
  const { nats, redis: store } = platform.infrastructure
  await redis.flushall()
  const listener = ground.listener()
  try {
    await listener.ask('listen', { natsUrl: nats.url, contender: who })
    const going = await go()
    try {
      const processes = { [who]: going.pid, redis: store.process?.pid ?? -1, nats: nats.process?.pid ?? -1 }
      return await measureWindow(listener, pace, processes)
    } finally {
      await going.stop()
    }
  } finally {
    await listener.stop()
  }
}

/** Until what began last is over with, and all code that matters is compiled. */
const SETTLE_MS = 5_000

async function measureWindow(
  listener: Worker<ListenerTasks>,
  { windowMs, battles }: Pace,
  processes: NamedProcesses,
): Promise<EngineRun> {
  await sleep(SETTLE_MS)
  await listener.ask('begin', null)
  const before = await cpuMicrosByName(processes)
  await sleep(windowMs)
  const spent = difference(await cpuMicrosByName(processes), before)
  const report = await listener.ask('end', null)
  const { count } = report.lateness
  const unheard = battles - report.battles
  const faults = unheard === 0 ? report.faults : { ...report.faults, 'battles never heard of': unheard }
  return { ...report, faults, changesPerSecond: (count * 1_000) / windowMs, cpu: dividedBy(spent, count) }
}

/** One game-engine process, told of seats as rooms would tell it, and asked by gRPC as gateways ask it. */
export const runEngine = (ground: EngineGround, pace: Pace): Promise<EngineRun> =>
  observe(ground, pace, 'engine', async () => {
    const { platform, people } = ground
    const { identities, principalKey } = platform
    const { promptMs, showMs, battles, beginOverMs } = pace
    const process = await platform.start('game-engine', {
      ROOMS_ADDRESS: `127.0.0.1:${await people.ask('playRooms', { identities })}`,
      BATTLE_PROMPT_MS: String(promptMs),
      BATTLE_SHOW_MS: String(showMs),
    })
    const stop = (): Promise<void> => platform.stop(process)
    try {
      const engine = `127.0.0.1:${process.slot.grpc}`
      await people.ask('begin', { engine, identities, principalKey, battles, overMs: beginOverMs })
    } catch (error) {
      await stop()
      throw error
    }
    return { pid: process.pid, stop }
  })

/** The bare loop, with as many records and the same deadlines in the same Redis, telling by the same NATS. */
export const runBareLoop = (ground: EngineGround, pace: Pace): Promise<EngineRun> =>
  observe(ground, pace, 'bare loop', async () => {
    const { redis, nats } = ground.platform.infrastructure
    const { promptMs, showMs, battles } = pace
    const loop = startWorker<BareLoopTasks>('peers/bare-loop-main')
    await loop.ask('start', { redisUrl: redis.url, natsUrl: nats.url, promptMs, showMs, battles })
    return {
      pid: loop.pid,
      async stop() {
        await loop.ask('stop', null)
        await loop.stop()
      },
    }
  })

/** What both contenders stand on: the platform's own stores, who plays, and who listens. */
interface EngineGround {
  readonly platform: Platform
  readonly redis: Redis
  readonly people: Worker<PeopleTasks>
  readonly listener: () => Worker<ListenerTasks>
  close(): Promise<void>
}

/**
 * More than a run of either contender writes. Redis forks and writes its log anew whenever that has grown so much, by
 * itself at every 64 MB, which is every five seconds here; on a disk that all share commits then wait for hundreds of
 * milliseconds.
 */
const LOG_KEPT = '2gb'

/** An engine asks nobody else while battles go on; it is started apart, told where rooms are pretended. */
const PROCESSES = { ...Object.fromEntries(SERVICES.map((service) => [service, 0])), library: 1 }

export async function prepareGround(): Promise<EngineGround> {
  const platform = await startPlatform({ processes: PROCESSES, environment: { LOG_LEVEL: 'warn' } })
  const log = createLogger({ service: 'bench', level: 'warn' })
  const redis = createRedis({ url: platform.infrastructure.redis.url, log, commandTimeoutMs: 30_000 })
  await redis.config('SET', 'auto-aof-rewrite-min-size', LOG_KEPT)
  const people = startWorker<PeopleTasks>('engine/people-main')
  return {
    platform,
    redis,
    people,
    listener: () => startWorker<ListenerTasks>('engine/listener-main'),
    async close() {
      redis.disconnect()
      await people.stop()
      await platform.close()
    },
  }
}

/** How many battles go on at once, and how fast. */
export interface Pace {
  readonly name: string
  readonly battles: number
  /** How long the phases last, milliseconds. Nobody picks: each ends by its deadline. */
  readonly promptMs: number
  readonly showMs: number
  /** Over which time battles begin, milliseconds: whole rounds, so that deadlines lie evenly. */
  readonly beginOverMs: number
  /** Whole rounds as well. */
  readonly windowMs: number
  /** The most that the 99th percentile of lateness may be, milliseconds. */
  readonly latestMs: number
}

/** The product's own durations, then an eighth of them: 10,000 battles change 3,200 times a second. */
export const PACES: readonly Pace[] = [
  {
    ...{ name: '10,000 battles in real time', battles: 10_000, latestMs: 25 },
    ...{ promptMs: 10_000, showMs: 40_000, beginOverMs: 50_000, windowMs: 50_000 },
  },
  {
    ...{ name: '3,200 changes a second', battles: 10_000, latestMs: 50 },
    ...{ promptMs: 1_250, showMs: 5_000, beginOverMs: 50_000, windowMs: 31_250 },
  },
]

export const QUICK_PACES: readonly Pace[] = [
  {
    ...{ name: '200 quick battles', battles: 200, latestMs: 25 },
    ...{ promptMs: 500, showMs: 1_500, beginOverMs: 2_000, windowMs: 4_000 },
  },
]
