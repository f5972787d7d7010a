import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName, type NamedProcesses } from './machine.js'
import { difference, dividedBy, type Numbers, total } from './numbers.js'

export interface RestRule {
  /** What all processes together may use, of a core. */
  readonly cores: number
  /** For how long. */
  readonly forMs: number
}

export interface CpuSample {
  readonly atMs: number
  /** Since each process started. */
  readonly micros: Numbers
}

export interface RestJudge {
  /** Judges the last `forMs`; false until samples cover them. */
  isAtRest(sample: CpuSample): boolean
  /** What each process used of a core in the last `forMs`. */
  readonly shares: Numbers
}

const MICROS_PER_MS = 1_000

export function createRestJudge({ cores, forMs }: RestRule): RestJudge {
  let samples: CpuSample[] = []
  let shares: Numbers = {}
  return {
    get shares() {
      return shares
    },
    isAtRest(sample) {
      samples = [...samples, sample]
      const covering = samples.findLastIndex(({ atMs }) => sample.atMs - atMs >= forMs)
      const [first] = (samples = samples.slice(Math.max(0, covering)))
      if (!first || first === sample) return false
      const passedMs = sample.atMs - first.atMs
      shares = dividedBy(difference(sample.micros, first.micros), passedMs * MICROS_PER_MS)
      return covering >= 0 && total(shares) <= cores
    },
  }
}

/** What 100,000 idle connections may use. */
const AT_REST: RestRule = { cores: 0.25, forMs: 1_000 }
const LOOK_EVERY_MS = 250
/** Share of a core below which a process is not named. */
const WORTH_A_WORD = 0.01

/** Resolves once the processes are at rest, or to why they are not after `withinMs`. */
export async function untilAtRest(
  processes: NamedProcesses,
  withinMs: number,
  rule: RestRule = AT_REST,
): Promise<string | undefined> {
  const judge = createRestJudge(rule)
  const until = performance.now() + withinMs
  while (performance.now() < until) {
    if (judge.isAtRest({ atMs: performance.now(), micros: await cpuMicrosByName(processes) })) return undefined
    await sleep(LOOK_EVERY_MS)
  }
  return `not at rest within ${withinMs / 1_000} s (of a core ${textOf(judge.shares)})`
}

const textOf = (shares: Numbers): string =>
  Object.entries(shares)
    .filter(([, share]) => share >= WORTH_A_WORD)
    .sort(([, one], [, other]) => other - one)
    .map(([name, share]) => `${name} ${share.toFixed(2)}`)
    .join(', ')
