import type { PhaseTiming } from '@kla/proto/web'
import type { Received } from './event-listeners.js'

/**
 * How late phases begin that begin because a deadline has come: from the deadline that was announced to the arrival of
 * what follows. A phase that ends early, by what players do, tells nothing. Both clocks have to be one machine's.
 */
export interface LatenessMeter {
  takes(received: Received): void
}

export function createLatenessMeter(record: (lateMs: number) => void): LatenessMeter {
  let deadline: number | undefined
  const follow = (atMs: number, timing?: PhaseTiming): void => {
    if (deadline !== undefined && atMs >= deadline) record(atMs - deadline)
    deadline = timing?.deadline
  }
  return {
    takes({ event, data, atMs }) {
      switch (event) {
        case 'prompt-gif':
        case 'show-gif':
        case 'end-game':
        case 'winner-confirmed':
        case 'no-unanimous-winner':
          return follow(atMs, data)
        case 'room-state':
          // After a result the room goes back to waiting; any other state was asked for.
          if (data.phase === 'waiting') follow(atMs)
          else deadline = data.deadline ?? undefined
          return
        default:
          return
      }
    },
  }
}

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
