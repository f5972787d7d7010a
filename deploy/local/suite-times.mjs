// Finds the slowest suites and those over budget.
import { readFileSync } from 'node:fs'

/** Variation between runs on one machine: above it a suite is named. */
const TOLERANCE = 1.25
/** Variation between machines: above it a suite has become too slow on any of them. */
const FAULT_FACTOR = 2
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

/** `faults`: far over budget; `notes`: over it, or no longer in need of a longer one. */
export function judgeTimes(times, { budget, longer }) {
  const limitOf = (name) => longer[name] ?? budget
  const over = (factor) => times.filter(({ name, seconds }) => seconds > limitOf(name) * factor)
  const said = ({ name, seconds }) => `${name}: it took ${Math.ceil(seconds)} s of ${limitOf(name)}`
  const faults = over(FAULT_FACTOR)
  const slow = over(TOLERANCE).filter((suite) => !faults.includes(suite))
  const short = times.filter(({ name, seconds }) => name in longer && seconds < budget * WITHIN)
  return {
    faults: faults.map((suite) => `the budget of ${said(suite)}`),
    notes: [
      ...slow.map((suite) => `SLOW: ${said(suite)}`),
      ...short.map(
        ({ name, seconds }) =>
          `SHORT ENOUGH: ${name} took ${Math.ceil(seconds)} s; take it out of deploy/local/suite-budget.json`,
      ),
    ],
  }
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
