import type { Platform } from '@kla/local'
import { difference, dividedBy } from '../units/index.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '../cpu/platform-processes.js'
import { cpuMicrosByName } from '../cpu/processes.js'
import type { Worker } from '../workers/start-worker.js'
import type { PlayersTasks } from './players-main.js'
import type { Size } from './size.js'
import type { TallyReport } from './tally.js'

/** A while of whole battles. */
export interface BattlesWindow {
  /** Microseconds of processor time for each battle and second, by process. */
  readonly cpu: Readonly<Record<string, number>>
  /** Shares of one core that those who play have used. */
  readonly playersCores: number
  /** One of each process of players. */
  readonly seen: readonly TallyReport[]
}

export async function measureWindow(
  platform: Platform,
  workers: readonly Worker<PlayersTasks>[],
  { windowMs, rooms }: Size,
): Promise<BattlesWindow> {
  const processes = await processesOf(platform)
  const players = Object.fromEntries(workers.map(({ pid }) => [`players-${pid}`, pid]))
  const take = async (): Promise<{ cpu: Record<string, number>; atMs: number }> => ({
    cpu: await cpuMicrosByName({ ...processes, ...players }),
    atMs: performance.now(),
  })
  await Promise.all(workers.map((worker) => worker.ask('beginWindow', null)))
  const before = await take()
  await sleep(windowMs)
  const after = await take()
  const seen = await Promise.all(workers.map((worker) => worker.ask('endWindow', null)))
  const seconds = (after.atMs - before.atMs) / 1_000
  const spent = Object.entries(difference(after.cpu, before.cpu))
  const byPlayers = spent.filter(([name]) => name in players).reduce((sum, [, micros]) => sum + micros, 0)
  const byPlatform = spent.filter(([name]) => name in processes)
  return {
    cpu: dividedBy(Object.fromEntries(byPlatform), rooms * seconds),
    playersCores: byPlayers / (seconds * 1e6),
    seen,
  }
}
