import { setTimeout as sleep } from 'node:timers/promises'
import type { Timeline } from '../bots/timeline/timeline.js'
import type { Change } from './change.js'
import type { Operator } from './operator.js'

export interface MakingChanges {
  readonly operator: Operator
  readonly changes: readonly Change[]
  /** Before the first one, between two, and after the last one, milliseconds. */
  readonly pauseMs: number
  readonly timeline: Pick<Timeline, 'mark'>
  readonly say: (line: string) => void
}

/** Makes changes one after another, and leaves time between them in which their effect shows. */
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
