import { percentile } from '@kla/bots'

export type Numbers = Readonly<Record<string, number>>

/** Subtracts; a missing name counts as 0. */
export function difference(after: Numbers, before: Numbers): Numbers {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return Object.fromEntries([...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]))
}

export const dividedBy = (numbers: Numbers, divisor: number): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value / divisor]))

export const total = (numbers: Numbers): number => Object.values(numbers).reduce((sum, value) => sum + value, 0)

const WORTH_A_WORD = 0.01

/** Lists amounts above 1% of the whole, largest first. */
export const textOf = (numbers: Numbers): string =>
  Object.entries(numbers)
    .filter(([, value]) => value >= total(numbers) * WORTH_A_WORD)
    .sort(([, one], [, other]) => other - one)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`)
    .join(', ')

export function mediansOf(all: readonly Numbers[]): Numbers {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))]
  return Object.fromEntries(names.map((name) => [name, spreadOf(all.map((one) => one[name] ?? 0)).median]))
}

/** Median and range of several runs. */
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

/** Percentiles of times in milliseconds. */
export interface TimesSpread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export const spreadOfTimes = (times: readonly number[]): TimesSpread => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
})
