// How long suites take: the slowest ones, and those that have outgrown their budget.
import { readFileSync } from 'node:fs'

/** A run varies by so much on one machine. */
const TOLERANCE = 1.25
/** A suite that takes so little of the budget has no place in the list of longer ones. */
const WITHIN = 0.8
/** With a greater share of the processors for other programs, times say nothing about the suites. */
const OTHERS_MAX = 0.25
const MS_PER_SECOND = 1_000

/** `budget`: seconds of any suite, and `longer`: those of suites that may take more, by path. */
export const readSuiteBudget = () => JSON.parse(readFileSync(new URL('suite-budget.json', import.meta.url), 'utf8'))

/** `suites`: as Jest reports them. Slowest first; a suite that ran twice counts once, with its longer run. */
export function timesOf(suites) {
  const seconds = new Map()
  for (const { name, startTime, endTime } of suites) {
    seconds.set(name, Math.max(seconds.get(name) ?? 0, (endTime - startTime) / MS_PER_SECOND))
  }
  return [...seconds].map(([name, took]) => ({ name, seconds: took })).sort((one, other) => other.seconds - one.seconds)
}

/** Lines for people. */
export const slowestLines = (times, most = 20) => [
  `The slowest of ${times.length} suites, in seconds:`,
  ...times.slice(0, most).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} ${name}`),
]

/** `faults`: suites above their budget; `notes`: suites that no longer need theirs. */
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

/** Processor time in ticks, of everything and of this process with its ended children; undefined where there is no /proc. */
export function readProcessorTimes() {
  try {
    const [, user, nice, system, , , irq, softirq, stolen] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/\s+/)
      .map(Number)
    const self = readFileSync('/proc/self/stat', 'utf8')
    // The name stands in brackets and may contain spaces.
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

/** Why the times between two readings say nothing about the suites; undefined where they do. */
export function whyNotJudged(before, after, processors) {
  if (processors < 2) return 'this machine has one processor'
  if (!before || !after) return 'this system does not say what other programs take'
  const others = 1 - (after.own - before.own) / Math.max(1, after.all - before.all)
  return others <= OTHERS_MAX ? undefined : `other programs took ${Math.round(others * 100)}% of the processor time`
}
