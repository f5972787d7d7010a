import type { RunCosts } from './run.js'

/** One number over several runs. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The cost of each unit: how many runs measured it, and each number of it. */
export type UnitCosts = Readonly<Record<string, { readonly runs: number; readonly costs: Readonly<Record<string, Spread>> }>>

const DIGITS = 4

/** Several runs as one, with what is smaller than a ten-thousandth of anything left out as noise of the counters. */
export function summarise(runs: readonly RunCosts[]): UnitCosts {
  const units = new Set(runs.flatMap((run) => [...run.keys()]))
  return Object.fromEntries(
    [...units].map((unit) => {
      const measured = runs.map((run) => run.get(unit)).filter((costs) => costs !== undefined)
      const names = [...new Set(measured.flatMap((costs) => Object.keys(costs)))].sort()
      const costs = names.map((name): [string, Spread] => [name, spreadOf(measured.map((cost) => cost[name] ?? 0))])
      return [unit, { runs: measured.length, costs: Object.fromEntries(costs.filter(([, { min, max }]) => min !== 0 || max !== 0)) }]
    }),
  )
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const at = (index: number): number => sorted[index] ?? 0
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2
  return { median: round(median), min: round(at(0)), max: round(at(sorted.length - 1)) }
}

const round = (value: number): number => Number(value.toPrecision(DIGITS))
