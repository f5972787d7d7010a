import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName, type NamedProcesses } from './machine.js'
import { difference, dividedBy, type Numbers, textOf, total } from './numbers.js'

/** Processor use of 100,000 idle connections. */
const AT_REST_CORES = 0.25
const OVER_MS = 1_000
const MICROS_PER_MS = 1_000
const MS_PER_SECOND = 1_000
const MICROS_PER_SECOND = 1_000_000

/** Measures what each process uses of a core. */
export async function sharesOver(processes: NamedProcesses, forMs: number): Promise<Numbers> {
  const [before, startedAt] = [await cpuMicrosByName(processes), performance.now()]
  await sleep(forMs)
  const spent = difference(await cpuMicrosByName(processes), before)
  return dividedBy(spent, (performance.now() - startedAt) * MICROS_PER_MS)
}

/** Milliseconds of a processor by process for the work, less what the processes use at rest in that time. */
export async function costOf(processes: NamedProcesses, idle: Numbers, work: () => Promise<void>): Promise<Numbers> {
  const [before, startedAt] = [await cpuMicrosByName(processes), performance.now()]
  await work()
  const spent = difference(await cpuMicrosByName(processes), before)
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND
  const atRest = Object.fromEntries(
    Object.entries(idle).map(([name, share]) => [name, share * seconds * MICROS_PER_SECOND]),
  )
  return dividedBy(difference(spent, atRest), MICROS_PER_MS)
}

/** Resolves once the processes are at rest, or to why they are not. */
export async function untilAtRest(processes: NamedProcesses, withinMs: number): Promise<string | undefined> {
  const until = performance.now() + withinMs
  for (;;) {
    const shares = await sharesOver(processes, OVER_MS)
    if (total(shares) <= AT_REST_CORES) return undefined
    if (performance.now() > until) return `not at rest within ${withinMs / 1_000} s (of a core ${textOf(shares)})`
  }
}

/** Resolves once `count` is 0; rejects after `withinMs`. */
export async function untilNone(what: string, count: () => Promise<number>, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  for (let left = await count(); left > 0; left = await count()) {
    if (performance.now() > until) throw new Error(`${left} ${what} after ${withinMs / 1_000} s`)
    await sleep(OVER_MS / 10)
  }
}
