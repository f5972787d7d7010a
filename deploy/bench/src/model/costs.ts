import { readFileSync } from 'node:fs'
import { UNIT_COSTS_FILE } from '../files.js'
import type { Spread } from '../measure/numbers.js'

export type UnitCosts = Readonly<
  Record<string, { readonly runs: number; readonly costs: Readonly<Record<string, Spread>> }>
>

/** Work by rate, each with a row in unit-costs.json. */
export const WORK = [
  'sign-in', 'REST read', 'socket opened', 'room list read', 'room list forwarded', 'room changes forwarded',
  'room in a change forwarded', 'room opened', 'room joined', 'room left', 'match', 'battle beside its rounds', 'round',
  'chat line, one gateway', 'chat line, two gateways', 'signal', 'save', 'purchase', 'clip read',
] as const // oxfmt-ignore
export const PRESENCE = ['socket, second', 'battle that waits, second'] as const
/** Unit of the part `crowd` of the bench; no rate of `Demand`. */
export const RETURN = 'return to a seat'
export type Work = (typeof WORK)[number] | (typeof PRESENCE)[number]

export const PODS = [
  'gateway', 'auth', 'rooms', 'game-engine', 'media-signalling', 'library', 'commerce', 'moderation', 'evidence',
] as const // oxfmt-ignore
export type Pod = (typeof PODS)[number]
/** Their work follows reports, not play. */
export const UNMEASURED: readonly Pod[] = ['evidence']
export const STORES = ['redis', 'nats', 'postgres'] as const
type Store = (typeof STORES)[number]

/** Counters of other processes show noise. */
export const TAKES_PART: Readonly<Record<Work, readonly (Pod | Store)[]>> = {
  'sign-in': ['gateway', 'auth', 'redis', 'nats', 'postgres'],
  'REST read': ['gateway', 'auth', 'rooms', 'game-engine', 'library', 'commerce', 'redis', 'postgres'],
  'socket opened': ['gateway', 'auth', 'redis', 'postgres'],
  'room list read': ['gateway', 'rooms', 'redis'],
  'room list forwarded': ['gateway'],
  'room changes forwarded': ['gateway'],
  'room in a change forwarded': ['gateway'],
  'room opened': ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  'room joined': ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  'room left': ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  match: ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  'battle beside its rounds': ['gateway', 'rooms', 'game-engine', 'library', 'commerce', 'redis', 'nats', 'postgres'],
  round: ['gateway', 'game-engine', 'redis', 'nats'],
  'chat line, one gateway': ['gateway', 'moderation', 'redis'],
  'chat line, two gateways': ['gateway', 'moderation', 'redis', 'nats'],
  signal: ['gateway', 'media-signalling', 'redis', 'nats'],
  save: ['gateway', 'game-engine', 'library', 'commerce', 'redis', 'nats', 'postgres'],
  purchase: ['gateway', 'auth', 'commerce', 'nats', 'postgres'],
  'clip read': ['gateway', 'library', 'postgres'],
  'socket, second': ['gateway', 'auth', 'postgres'],
  'battle that waits, second': ['gateway'],
}

export function concerns(work: Work, measure: string): boolean {
  const [kind = '', process = ''] = measure.split('.')
  if (kind === 'wire' || kind === 'memory') return true
  const who = kind === 'cpu' ? process : kind === 'events' ? 'nats' : kind
  return TAKES_PART[work].some((name) => name === who)
}

/** Measured costs of each kind of work. */
export interface Costs {
  of(work: Work, measure: string): number
  /** Cost of one idle process a second. */
  ofIdle(pod: Pod, measure: string): number
  /** Cost of one player's return to its seat after its gateway died, from socket to state. */
  ofReturn(measure: string): number
  /** Microseconds for a NATS message that only triggers a poll. */
  readonly ofMessage: number
}

export interface Measured {
  readonly date: string
  readonly machine: Readonly<Record<string, string | number>>
  readonly units: UnitCosts
}

export const readMeasured = (): Measured => JSON.parse(readFileSync(UNIT_COSTS_FILE, 'utf8')) as Measured

export function costsOf({ units }: Pick<Measured, 'units'>): Costs {
  const missing = [...WORK, ...PRESENCE, RETURN].filter((work) => units[work] === undefined)
  if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`)
  // Differences of counters scatter around zero.
  const of = (unit: string, measure: string): number => Math.max(0, units[unit]?.costs[measure]?.median ?? 0)
  return {
    of: (work, measure) => (concerns(work, measure) ? of(work, measure) : 0),
    ofIdle: (pod, measure) => of(`one more ${pod} pod, second`, measure),
    ofReturn: (measure) => of(RETURN, measure),
    // Reading and dropping a message costs less than an echo.
    ofMessage: of('yardstick', 'cpu.echo'),
  }
}
