import { percentile } from '../bots/index.js'

export type Numbers = Readonly<Record<string, number>>

/** A name missing on one side counts as 0 there. */
export const difference = (after: Numbers, before: Numbers): Numbers =>
  combine(after, before, (later, earlier) => later - earlier)

/** Subtracts `others`, `times` over. */
export const without = (numbers: Numbers, others: Numbers, times: number): Numbers =>
  combine(numbers, others, (own, other) => own - other * times)

export const dividedBy = (numbers: Numbers, divisor: number): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value / divisor]))

function combine(one: Numbers, other: Numbers, how: (one: number, other: number) => number): Numbers {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, how(one[name] ?? 0, other[name] ?? 0)]))
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

const DIGITS = 4

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const at = (index: number): number => sorted[index] ?? 0
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2
  return { median: round(median), min: round(at(0)), max: round(at(sorted.length - 1)) }
}

const round = (value: number): number => Number(value.toPrecision(DIGITS))

const LINE = /^([a-z_]+)(\{[^}]*\})? (\S+)$/

/** Sums a metric's series in Prometheus' text format, optionally those whose labels contain `label`. */
export function sumOf(text: string, measure: string, label = ''): number {
  let sum = 0
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === measure && labels.includes(label)) sum += Number(value)
  }
  return sum
}

/** Milliseconds. */
export interface TimesSpread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export const spreadOfTimes = (times: readonly number[]): TimesSpread => ({
  count: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
})
