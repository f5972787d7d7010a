import { difference, type Numbers } from '../units/index.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName } from '../cpu/processes.js'
import type { Relay } from './contenders/relay.js'
import type { Crowd } from './generator/crowd.js'
import type { TalkOrder } from './generator/orders.js'
import type { RelaySize } from './size.js'

/** How lines were relayed for some seconds. */
export interface Talk {
  /** Lines since the first talk of the crowd. */
  readonly written: number
  readonly perCpuSecond: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of one processor's time, by process. */
  readonly busy: Numbers
  /** The same of those who generated the load. */
  readonly generatorsBusy: number
}

const MICROS_PER_SECOND = 1_000_000
const MS_PER_SECOND = 1_000

/** Lets rooms talk, and counts between two moments at which the talk is in full swing. */
export async function talk(relay: Relay, crowd: Crowd, { warmMs, talkMs }: RelaySize, order: TalkOrder): Promise<Talk> {
  await crowd.talk(order)
  await sleep(warmMs)
  const [before, generatorsBefore] = [await cpuMicrosByName(relay.processes), await cpuMicrosByName(crowd.processes)]
  await crowd.mark()
  const startedAt = performance.now()
  await sleep(talkMs)
  const { deliveries, latencies } = await crowd.mark()
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND
  const spent = difference(await cpuMicrosByName(relay.processes), before)
  const generators = difference(await cpuMicrosByName(crowd.processes), generatorsBefore)
  const { written } = await crowd.hush()
  const share = (micros: number): number => micros / MICROS_PER_SECOND / seconds
  return {
    written,
    perCpuSecond: deliveries / (sumOfAll(spent) / MICROS_PER_SECOND),
    perSecond: deliveries / seconds,
    p50Ms: latencies.percentileMs(0.5),
    p99Ms: latencies.percentileMs(0.99),
    busy: Object.fromEntries(Object.entries(spent).map(([name, micros]) => [name, share(micros)])),
    generatorsBusy: share(sumOfAll(generators)),
  }
}

export const sumOfAll = (numbers: Numbers): number => Object.values(numbers).reduce((total, value) => total + value, 0)
