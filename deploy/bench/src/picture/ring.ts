import type { Caller } from './caller.js'
import { readTimeline, type Timeline } from './timeline.js'

/** Two pages of one contender: a host who stays, and somebody who comes and goes. */
export interface Ring {
  readonly host: Caller
  readonly joiner: Caller
  /** Presses the joiner's button. */
  join(): Promise<unknown>
  /** Brings the joiner back to where it can join again. */
  leave(): Promise<unknown>
  close(): Promise<void>
}

/** One join, until both see each other; then the joiner leaves. */
export async function joinOnce({ host, joiner, join, leave }: Ring): Promise<Timeline> {
  const since = Date.now()
  await join()
  await Promise.all([host.pictured(since), joiner.pictured(since)])
  const timeline = readTimeline(await joiner.marks(), await host.marks())
  await leave()
  return timeline
}
