import { parseArgs } from 'node:util'
import type { ServiceName } from '@kla/local'
import { type Change, killing, readScaling, rollout, scaling } from '../rollouts/changes.js'
import type { ClusterOptions } from '../rollouts/operator.js'

export interface BotsOptions {
  readonly battles: number
  readonly concurrency: number
  readonly rounds: number
  readonly url: string | undefined
  readonly cluster: ClusterOptions
  readonly phaseMs: number | undefined
  readonly changes: readonly Change[]
  /** Initial processes; on a cluster, of scaled services. */
  readonly processes: Partial<Record<ServiceName, number>>
  readonly pauseMs: number
  readonly timelines: readonly string[]
}

const ROLLED_AT_FIRST = 2

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
      kill: { type: 'string', multiple: true, default: [] },
      namespace: { type: 'string', default: 'kla' },
      release: { type: 'string', default: 'kla' },
      context: { type: 'string' },
      pause: { type: 'string', default: '20000' },
      timeline: { type: 'string', multiple: true, default: [] },
    },
  })
  const scalings = values.scale.map(readScaling)
  const changes = [...scalings.flatMap(scaling), ...values.roll.flatMap(rollout), ...values.kill.flatMap(killing)]
  const rolled = values.url === undefined ? values.roll : []
  const battles = count('battles', values.battles)
  return {
    battles,
    concurrency: Math.min(
      battles,
      values.concurrency === undefined ? battles : count('concurrency', values.concurrency),
    ),
    rounds: count('rounds', values.rounds),
    url: values.url,
    cluster: { namespace: values.namespace, release: values.release, context: values.context },
    phaseMs: values.phase === undefined ? undefined : count('phase', values.phase),
    changes,
    processes: {
      ...Object.fromEntries(rolled.map((service) => [service, ROLLED_AT_FIRST])),
      ...Object.fromEntries(scalings.map(({ service, counts }) => [service, counts[0]])),
    },
    pauseMs: count('pause', values.pause),
    timelines: values.timeline,
  }
}

function count(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number above zero.`)
}
