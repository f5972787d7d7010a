import { readFileSync } from 'node:fs'
import type { UnitCosts } from '../bench/summary.js'
import { UNIT_COSTS_FILE } from '../files.js'
import { concerns } from './takes-part.js'

/** Work that happens so many times a second. Each has a row of the same name in unit-costs.json. */
export const WORK = [
  'sign-in', 'REST read', 'socket opened', 'room list read', 'room list handed on', 'room opened', 'room joined',
  'room left', 'match', 'battle beside its rounds', 'round', 'chat line, one gateway', 'chat line, two gateways',
  'signal', 'save', 'purchase', 'clip read',
] as const // prettier-ignore
/** What costs something each second that it is there. */
export const PRESENCE = ['socket, second', 'battle that waits, second'] as const
export type Work = (typeof WORK)[number] | (typeof PRESENCE)[number]

/** Processes of which there may be any number. */
export const PODS = ['gateway', 'auth', 'rooms', 'game-engine', 'media-signalling', 'library', 'commerce', 'moderation'] as const
export type Pod = (typeof PODS)[number]
export const STORES = ['redis', 'nats', 'postgres'] as const
export type Store = (typeof STORES)[number]

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
