import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@kla/local'
import type { Bot, Session } from '../bots/index.js'
import { difference, dividedBy, type Numbers, without } from '../measure/numbers.js'
import type { Counters } from './counters.js'

/** What all phases of the bench stand on. */
export interface Ground {
  readonly platform: Platform
  /** The WebSocket listeners of the two gateways, reached as a route in a cluster reaches them. */
  readonly gateways: readonly [string, string]
  readonly measure: Measure
}

/** Somebody who is signed in and connected. */
export interface Person {
  readonly session: Session
  readonly bot: Bot
}

/** Two of them in a room. */
export interface SeatedPair {
  readonly roomId: string
  readonly first: Person
  readonly second: Person
}

/** Measures what work costs, and remembers it by its name. */
interface Measure {
  /** Does `work`, which answers how many units it did, and takes off what the platform would have used meanwhile anyhow. */
  work(name: string, work: () => Promise<number>): Promise<Numbers>
  /** What `units` cost that only stand there, each for a second. `less`: a cost for each second that is not theirs. */
  standing(name: string, units: number, less?: Numbers): Promise<Numbers>
  /** Costs of one unit each, by name. */
  readonly costs: ReadonlyMap<string, Numbers>
  /** Remembers a cost that was worked out from others. */
  note(name: string, cost: Numbers): void
}

/** What is under way when work seems done: outboxes, facts, batches of two seconds. */
const SETTLE_MS = 3_000
const REST_MS = 8_000
/** Two rounds of everything that is done every ten seconds or more often. */
const STANDING_MS = 20_000

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
    async standing(name, units, less = {}) {
      await sleep(SETTLE_MS)
      const { added, seconds } = await observe(() => sleep(STANDING_MS))
      const cost = dividedBy(without(flowsOf(added), less, seconds), units * seconds)
      note(name, cost)
      return cost
    },
  }
}

/** What adds up over time; memory does not. */
const flowsOf = (numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).filter(([name]) => !name.startsWith('memory.')))

const brief = (cost: Numbers): string =>
  Object.entries(cost)
    .filter(([name, value]) => name.startsWith('cpu.') && value >= 1)
    .map(([name, value]) => `${name.slice(4)} ${Math.round(value)}`)
    .join(', ')
