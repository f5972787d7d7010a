// Finds the slowest suites and those over budget.
import { readFileSync } from 'node:fs'

/** Variation between runs on one machine. */
const TOLERANCE = 1.25
const WITHIN = 0.8
/** Busier processors make times meaningless. */
const OTHERS_MAX = 0.25
const MS_PER_SECOND = 1_000

/** `budget`: seconds of any suite; `longer`: those of named suites. */
export const readSuiteBudget = () => JSON.parse(readFileSync(new URL('suite-budget.json', import.meta.url), 'utf8'))

/** Sorts slowest first; a repeated suite counts once. */
export function timesOf(suites) {
  const seconds = new Map()
  for (const { name, startTime, endTime } of suites) {
    seconds.set(name, Math.max(seconds.get(name) ?? 0, (endTime - startTime) / MS_PER_SECOND))
  }
  return [...seconds].map(([name, took]) => ({ name, seconds: took })).sort((one, other) => other.seconds - one.seconds)
}

export const slowestLines = (times, most = 20) => [
  `The slowest of ${times.length} suites, in seconds:`,
  ...times.slice(0, most).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} ${name}`),
]

/** `faults`: over budget; `notes`: no longer need theirs. */
export function judgeTimes(times, { budget, longer }) {
  const faults = times
    .filter(({ name, seconds }) => seconds > (name in longer ? longer[name] * TOLERANCE : budget))
    .map(({ name, seconds }) => `the budget of ${name}: it took ${Math.ceil(seconds)} s of ${longer[name] ?? budget}`)
  const notes = times
    .filter(({ name, seconds }) => name in longer && seconds < budget * WITHIN)
    .map(
      ({ name, seconds }) =>
        `SHORT ENOUGH: ${name} took ${Math.ceil(seconds)} s; take it out of deploy/local/suite-budget.json`,
    )
  return { faults, notes }
}

/** Processor ticks of everything and of this process with children; undefined without /proc. */
export function readProcessorTimes() {
  try {
    const [, user, nice, system, , , irq, softirq, stolen] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/\s+/)
      .map(Number)
    const self = readFileSync('/proc/self/stat', 'utf8')
    // The bracketed name may contain spaces.
    const own = self
      .slice(self.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return {
      all: user + nice + system + irq + softirq + stolen,
      own: own.reduce((sum, ticks) => sum + Number(ticks), 0),
    }
  } catch {
    return undefined
  }
}

/** Returns why times are meaningless, or undefined. */
export function whyNotJudged(before, after, processors) {
  if (processors < 2) return 'this machine has one processor'
  if (!before || !after) return 'this system does not say what other programs take'
  const others = 1 - (after.own - before.own) / Math.max(1, after.all - before.all)
  return others <= OTHERS_MAX ? undefined : `other programs took ${Math.round(others * 100)}% of the processor time`
}
