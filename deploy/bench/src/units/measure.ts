import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@kla/local'
import type { Bot, Session } from '../bots/index.js'
import { difference, dividedBy, type Numbers, without } from '../measure/numbers.js'
import type { Counters } from './counters.js'

export interface UnitsDeps {
  readonly platform: Platform
  readonly gateways: readonly [string, string]
  readonly measure: Measure
}

export interface ConnectedPlayer {
  readonly session: Session
  readonly bot: Bot
}

export interface SeatedPair {
  readonly roomId: string
  readonly first: ConnectedPlayer
  readonly second: ConnectedPlayer
}

interface Measure {
  /** `work` resolves to its units; the idle cost is subtracted. */
  work(name: string, work: () => Promise<number>): Promise<Numbers>
  /** The cost of units that only exist, each second. `less`: subtracted. */
  presence(name: string, units: number, less?: Numbers): Promise<Numbers>
  readonly costs: ReadonlyMap<string, Numbers>
  note(name: string, cost: Numbers): void
}

/** Outboxes, events, batches of two seconds. */
const SETTLE_MS = 3_000
const REST_MS = 8_000
/** Two rounds of everything that runs every ten seconds. */
const PRESENCE_MS = 20_000

export function createMeasure(counters: Counters, say: (line: string) => void): Measure {
  const costs = new Map<string, Numbers>()
  const note: Measure['note'] = (name, cost) => {
    costs.set(name, cost)
    say(`  ${name}: ${brief(cost)}`)
  }
  const observe = async <T>(work: () => Promise<T>): Promise<{ added: Numbers; seconds: number; result: T }> => {
    const [before, startedAt] = [await counters.take(), performance.now()]
    const result = await work()
    return { added: difference(await counters.take(), before), seconds: (performance.now() - startedAt) / 1_000, result }
  }
  return {
    costs,
    note,
    async work(name, work) {
      await sleep(SETTLE_MS)
      const rest = await observe(() => sleep(REST_MS))
      const done = await observe(async () => {
        const units = await work()
        await sleep(SETTLE_MS)
        return units
      })
      const cost = dividedBy(without(done.added, flowsOf(rest.added), done.seconds / rest.seconds), done.result)
      note(name, cost)
      return cost
    },
    async presence(name, units, less = {}) {
      await sleep(SETTLE_MS)
      const { added, seconds } = await observe(() => sleep(PRESENCE_MS))
      const cost = dividedBy(without(flowsOf(added), less, seconds), units * seconds)
      note(name, cost)
      return cost
    },
  }
}

/** Counters; memory is a gauge. */
const flowsOf = (numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).filter(([name]) => !name.startsWith('memory.')))

const brief = (cost: Numbers): string =>
  Object.entries(cost)
    .filter(([name, value]) => name.startsWith('cpu.') && value >= 1)
    .map(([name, value]) => `${name.slice(4)} ${Math.round(value)}`)
    .join(', ')
