import type { ServiceName } from '@kla/local'
import { parseArgs } from 'node:util'
import { readScaling, rollout, scaling, type Change } from './changes/change.js'

/** What `npm run bots` was asked to do. */
export interface BotsOptions {
  readonly battles: number
  /** How many are played at once. */
  readonly concurrency: number
  readonly rounds: number
  readonly url: string | undefined
  /** How long each phase lasts on a platform of its own, milliseconds. */
  readonly phaseMs: number | undefined
  /** What is done to a platform of its own meanwhile. */
  readonly changes: readonly Change[]
  /** How many processes of services there are at first. */
  readonly processes: Partial<Record<ServiceName, number>>
  /** Between two changes, milliseconds. */
  readonly pauseMs: number
  /** Files to write the lateness over time to: `.svg` as a graph, any other as JSON. */
  readonly timelines: readonly string[]
}

// One to leave and one to go to, as in a cluster.
const ROLLED_AT_FIRST = 2

/** Throws an error that says which option is wrong. */
export function readBotsOptions(args: readonly string[]): BotsOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      battles: { type: 'string', default: '200' },
      concurrency: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      url: { type: 'string' },
      phase: { type: 'string' },
      scale: { type: 'string', multiple: true, default: [] },
      roll: { type: 'string', multiple: true, default: [] },
      pause: { type: 'string', default: '20000' },
      timeline: { type: 'string', multiple: true, default: [] },
    },
  })
  const scalings = values.scale.map(readScaling)
  const changes = [...scalings.flatMap(scaling), ...values.roll.flatMap(rollout)]
  if (values.url !== undefined && changes.length > 0) {
    throw new Error('--roll and --scale change processes: they need a platform of their own, not --url.')
  }
  const battles = count('battles', values.battles)
  return {
    battles,
    concurrency: Math.min(battles, values.concurrency === undefined ? battles : count('concurrency', values.concurrency)),
    rounds: count('rounds', values.rounds),
    url: values.url,
    phaseMs: values.phase === undefined ? undefined : count('phase', values.phase),
    changes,
    processes: {
      ...Object.fromEntries(values.roll.map((service) => [service, ROLLED_AT_FIRST])),
      ...Object.fromEntries(scalings.map(({ service, counts }) => [service, counts[0]])),
    },
    pauseMs: count('pause', values.pause),
    timelines: values.timeline,
  }
}

function count(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} wants a whole number above zero.`)
}
