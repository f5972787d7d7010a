import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, createRedis, type Redis } from '@kla/chassis'
import { type Platform, SERVICES, startPlatform } from '@kla/local'
import { cpuMicrosByName, type NamedProcesses } from '../measure/machine.js'
import { difference, dividedBy } from '../measure/numbers.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { BareLoopTasks } from '../peers/bare-loop-main.js'
import type { ListenerTasks } from './listener-main.js'
import type { EnginePlayersTasks } from './players-main.js'
import type { LedgerReport } from './phase-ledger.js'
import type { EngineContender } from './updates.js'

export interface Scenario {
  readonly name: string
  readonly battles: number
  readonly promptMs: number
  readonly showMs: number
  readonly beginOverMs: number
  /** Whole rounds. */
  readonly windowMs: number
  /** The most the 99th percentile of lateness may be. */
  readonly latestMs: number
}

/** The product's durations, then an eighth: 10,000 battles change 3,200 times a second. */
export const SCENARIOS: readonly Scenario[] = [
  {
    ...{ name: '10,000 battles in real time', battles: 10_000, latestMs: 15 },
    ...{ promptMs: 10_000, showMs: 40_000, beginOverMs: 50_000, windowMs: 50_000 },
  },
  {
    ...{ name: '3,200 changes a second', battles: 10_000, latestMs: 40 },
    ...{ promptMs: 1_250, showMs: 5_000, beginOverMs: 50_000, windowMs: 31_250 },
  },
]

export const QUICK_SCENARIOS: readonly Scenario[] = [
  {
    ...{ name: '200 quick battles', battles: 200, latestMs: 15 },
    ...{ promptMs: 500, showMs: 1_500, beginOverMs: 2_000, windowMs: 4_000 },
  },
]

export interface EngineRun extends LedgerReport {
  readonly changesPerSecond: number
  readonly cpu: Readonly<Record<string, number>>
}

export const runEngine = (deps: EngineDeps, scenario: Scenario): Promise<EngineRun> =>
  observe(deps, scenario, 'engine', async () => {
    const { platform, players } = deps
    const { identities, principalKey } = platform
    const { promptMs, showMs, battles, beginOverMs } = scenario
    const process = await platform.start('game-engine', {
      ROOMS_ADDRESS: `127.0.0.1:${await players.ask('playRooms', { identities })}`,
      BATTLE_PROMPT_MS: String(promptMs),
      BATTLE_SHOW_MS: String(showMs),
    })
    const stop = (): Promise<void> => platform.stop(process)
    try {
      const engine = `127.0.0.1:${process.slot.grpc}`
      await players.ask('begin', { engine, identities, principalKey, battles, overMs: beginOverMs })
    } catch (error) {
      await stop()
      throw error
    }
    return { pid: process.pid, stop }
  })

/** As many records and deadlines, on the same Redis and NATS. */
export const runBareLoop = (deps: EngineDeps, scenario: Scenario): Promise<EngineRun> =>
  observe(deps, scenario, 'bare loop', async () => {
    const { redis, nats } = deps.platform.infrastructure
    const { promptMs, showMs, battles } = scenario
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

interface RunningContender {
  readonly pid: number
  stop(): Promise<void>
}

/** Listens before the first battle starts, and measures once all are going on. */
async function observe(
  deps: EngineDeps,
  scenario: Scenario,
  who: EngineContender,
  go: () => Promise<RunningContender>,
): Promise<EngineRun> {
  const { platform, redis } = deps
  const { nats, redis: store } = platform.infrastructure
  await redis.flushall()
  const listener = deps.listener()
  try {
    await listener.ask('listen', { natsUrl: nats.url, contender: who })
    const going = await go()
    try {
      const processes = { [who]: going.pid, redis: store.process?.pid ?? -1, nats: nats.process?.pid ?? -1 }
      return await measureWindow(listener, scenario, processes)
    } finally {
      await going.stop()
    }
  } finally {
    await listener.stop()
  }
}

/** Until the last start has settled and the code is compiled. */
const SETTLE_MS = 5_000

async function measureWindow(
  listener: Worker<ListenerTasks>,
  { windowMs, battles }: Scenario,
  processes: NamedProcesses,
): Promise<EngineRun> {
  await sleep(SETTLE_MS)
  await listener.ask('begin', null)
  const before = await cpuMicrosByName(processes)
  await sleep(windowMs)
  const spent = difference(await cpuMicrosByName(processes), before)
  const report = await listener.ask('end', null)
  const { count } = report.lateness
  const missing = battles - report.battles
  const faults = missing === 0 ? report.faults : { ...report.faults, 'battles never published': missing }
  return { ...report, faults, changesPerSecond: (count * 1_000) / windowMs, cpu: dividedBy(spent, count) }
}

interface EngineDeps {
  readonly platform: Platform
  readonly redis: Redis
  readonly players: Worker<EnginePlayersTasks>
  readonly listener: () => Worker<ListenerTasks>
  close(): Promise<void>
}

/** Redis rewrites its log at every 64 MB, which delays commits on a shared disk. This is more than a run writes. */
const LOG_KEPT = '2gb'

/** The engine runs apart, with fake rooms. */
const PROCESSES = { ...Object.fromEntries(SERVICES.map((service) => [service, 0])), library: 1 }

export async function startEngineDeps(): Promise<EngineDeps> {
  const platform = await startPlatform({ processes: PROCESSES, environment: { LOG_LEVEL: 'warn' } })
  const log = createLogger({ service: 'bench', level: 'warn' })
  const redis = createRedis({ url: platform.infrastructure.redis.url, log, commandTimeoutMs: 30_000 })
  await redis.config('SET', 'auto-aof-rewrite-min-size', LOG_KEPT)
  const players = startWorker<EnginePlayersTasks>('engine/players-main')
  return {
    platform,
    redis,
    players,
    listener: () => startWorker<ListenerTasks>('engine/listener-main'),
    async close() {
      redis.disconnect()
      await players.stop()
      await platform.close()
    },
  }
}
