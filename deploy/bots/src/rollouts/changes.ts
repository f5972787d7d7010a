import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'
import type { Operator } from './operator.js'
import type { Timeline } from './timeline.js'

export interface Change {
  readonly label: string
  readonly service: ServiceName
  make(operator: Operator): Promise<void>
}

function serviceNamed(name: string): ServiceName {
  const known = (SERVICE_NAMES as readonly string[]).includes(name)
  if (!known) throw new Error(`There is no service ${name}.`)
  return name as ServiceName
}

/** Replaces processes one after another. Throws for an unknown service. */
export function rollout(name: string): Change[] {
  const service = serviceNamed(name)
  return [{ label: `rollout of ${service}`, service, make: (operator) => operator.roll(service) }]
}

export function killing(name: string): Change[] {
  const service = serviceNamed(name)
  return [{ label: `${service} killed`, service, make: (operator) => operator.kill(service) }]
}

/** Reads `game-engine=1,4,2`: the initial count, and each change. */
export function readScaling(text: string): { readonly service: ServiceName; readonly counts: readonly number[] } {
  const [service = '', list = ''] = text.split('=')
  const counts = list.split(',').map(Number)
  if (
    !(SERVICE_NAMES as readonly string[]).includes(service) ||
    !counts.every((count) => Number.isInteger(count) && count > 0)
  ) {
    throw new Error(`--scale needs a service and numbers, such as game-engine=1,4,2; not ${text}.`)
  }
  return { service: serviceNamed(service), counts }
}

export const scaling = ({ service, counts }: ReturnType<typeof readScaling>): Change[] =>
  counts.slice(1).map((count) => ({
    label: `${service}: ${count}`,
    service,
    make: (operator) => operator.scale(service, count),
  }))

export interface MakingChanges {
  readonly operator: Operator
  readonly changes: readonly Change[]
  readonly pauseMs: number
  readonly timeline: Pick<Timeline, 'mark'>
  readonly say: (line: string) => void
}

export async function makeChanges({ operator, changes, pauseMs, timeline, say }: MakingChanges): Promise<void> {
  for (const { label, make } of changes) {
    await sleep(pauseMs)
    const begunAt = Date.now()
    say(`${label}: begins`)
    await make(operator)
    timeline.mark(label, begunAt, Date.now())
    say(`${label}: done in ${((Date.now() - begunAt) / 1000).toFixed(1)} s`)
  }
  if (changes.length > 0) await sleep(pauseMs)
}
