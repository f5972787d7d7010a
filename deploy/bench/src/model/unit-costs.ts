import { readFileSync } from 'node:fs'
import type { UnitCosts } from '../units/summary.js'
import { UNIT_COSTS_FILE } from '../files.js'
import { PRESENCE, WORK, type Pod, type Work } from './kinds.js'
import { concerns } from './takes-part.js'

/** What units cost, as measured. */
export interface Costs {
  /** Of one unit; 0 where nothing was to be seen of it, and never less. */
  of(work: Work, measure: string): number
  /** Of one process that has nothing to do, each second. */
  ofIdle(pod: Pod, measure: string): number
  /** Microseconds that a process takes for a message of NATS which only tells it to look again. */
  readonly ofMessage: number
}

export interface Measured {
  readonly command: string
  readonly machine: Readonly<Record<string, string | number>>
  readonly units: UnitCosts
}

export const readMeasured = (file: string = UNIT_COSTS_FILE): Measured => JSON.parse(readFileSync(file, 'utf8')) as Measured

/** The medians. Throws if a unit was not measured. */
export function costsOf({ units }: Pick<Measured, 'units'>): Costs {
  const missing = [...WORK, ...PRESENCE].filter((work) => units[work] === undefined)
  if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`)
  // Differences of counters waver about nothing, and what is there costs no less than nothing.
  const of = (unit: string, measure: string): number => Math.max(0, units[unit]?.costs[measure]?.median ?? 0)
  return {
    of: (work, measure) => (concerns(work, measure) ? of(work, measure) : 0),
    ofIdle: (pod, measure) => of(`one more ${pod} pod, second`, measure),
    // A message read, found and dropped is less than one that a bare server reads and answers.
    ofMessage: of('yardstick', 'cpu.echo'),
  }
}
