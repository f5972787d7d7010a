import type { Demand } from './demand.js'
import type { Work } from './kinds.js'
import type { Costs } from './unit-costs.js'

/** What all work together needs of something each second: processor microseconds, messages, bytes. */
export function loadOf({ work }: Pick<Demand, 'work'>, costs: Costs, measure: string): number {
  return Object.entries(work).reduce((sum, [name, times]) => sum + times * costs.of(name as Work, measure), 0)
}

/** The part of a sum that one kind of work makes, from 0 to 1. */
export function shareOf({ work }: Pick<Demand, 'work'>, costs: Costs, measure: string, name: Work): number {
  const whole = loadOf({ work }, costs, measure)
  return whole === 0 ? 0 : (work[name] * costs.of(name, measure)) / whole
}
