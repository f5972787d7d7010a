import { difference, dividedBy } from '../units/index.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName, type NamedProcesses } from '../cpu/processes.js'
import type { Worker } from '../workers/start-worker.js'
import type { EngineContender } from './contender.js'
import type { EngineGround } from './ground.js'
import type { ListenerTasks } from './listener-main.js'
import type { Pace } from './pace.js'
import type { LedgerReport } from './phase-ledger.js'

/** How one contender did at one pace. */
export interface EngineRun extends LedgerReport {
  readonly changesPerSecond: number
  /** Microseconds of processor time for each change, by process. */
  readonly cpu: Readonly<Record<string, number>>
}

/** Something that keeps battles going until it is stopped. */
export interface Going {
  readonly pid: number
  stop(): Promise<void>
}

/** Listens from before the first battle begins, and measures a window once all of them go on. */
export async function observe(
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
