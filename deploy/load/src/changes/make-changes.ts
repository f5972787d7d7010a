import type { Platform } from '@kla/local'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Timeline } from '../timeline/timeline.js'
import type { Change } from './change.js'

export interface MakingChanges {
  readonly platform: Platform
  readonly changes: readonly Change[]
  /** Before the first one, between two, and after the last one, milliseconds. */
  readonly pauseMs: number
  readonly timeline: Pick<Timeline, 'mark'>
  readonly say: (line: string) => void
}

/** Makes changes one after another, and leaves time between them in which their effect shows. */
export async function makeChanges({ platform, changes, pauseMs, timeline, say }: MakingChanges): Promise<void> {
  for (const { label, make } of changes) {
    await sleep(pauseMs)
    const begunAt = Date.now()
    say(`${label}: begins`)
    await make(platform)
    timeline.mark(label, begunAt, Date.now())
    say(`${label}: done in ${((Date.now() - begunAt) / 1000).toFixed(1)} s`)
  }
  if (changes.length > 0) await sleep(pauseMs)
}
