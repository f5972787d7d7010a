import type { Seat } from './checks.js'
import type { Clock } from './clock.js'
import type { Received } from './event-listeners.js'
import type { Pair } from './pair.js'

/** Time after an announced deadline within which the next phase begins. */
export const STUCK_AFTER_MS = 60_000

/** Position of a player in a battle, as the server announced it. */
export interface Progress {
  readonly phase: string
  readonly round: number
  /** Latest end of the phase, Unix milliseconds. */
  readonly deadline: number
  readonly last: { readonly event: string; readonly atMs: number }
}

export const begunAt = (nowMs: number): Progress => ({
  phase: 'waiting',
  round: 0,
  deadline: nowMs,
  last: { event: 'nothing', atMs: nowMs },
})

/** Rounds after the last planned one do not count: the battle should have ended before. */
export function progressAfter(before: Progress, received: Received, rounds = Infinity): Progress {
  const { event, atMs } = received
  const last = { event, atMs }
  const next = announcedBy(received, before)
  if (!next) return OF_BATTLE.has(event) ? { ...before, last } : before
  const isOverdue = next.round > rounds && before.round >= rounds
  return { phase: next.phase, round: next.round, deadline: isOverdue ? before.deadline : next.deadline, last }
}

const OF_BATTLE: ReadonlySet<string> = new Set(['gif-options', 'receive-gif', 'play-drum', 'room-closed', 'error'])

interface Announced {
  readonly phase: string
  readonly round: number
  readonly deadline: number
}

function announcedBy(frame: Received, before: Progress): Announced | undefined {
  const { phase, round } = before
  switch (frame.event) {
    case 'prompt-gif':
      return { phase: 'prompt', round: frame.data.round, deadline: frame.data.deadline }
    case 'show-gif':
      return { phase: 'show', round: frame.data.round, deadline: frame.data.deadline }
    case 'phase-paused':
      return { phase, round, deadline: frame.data.until + frame.data.remainingMs }
    case 'phase-resumed':
      return { phase, round, deadline: frame.data.deadline }
    case 'end-game':
      return { phase: 'vote', round: 0, deadline: frame.data.deadline }
    case 'winner-confirmed':
    case 'no-unanimous-winner':
      return { phase: 'result', round: 0, deadline: frame.data.deadline }
    case 'room-state': {
      const { data, atMs } = frame
      // Sent again while no player is ready.
      if (data.phase === 'waiting' && phase === 'waiting') return undefined
      const until = data.paused ? data.paused.until + data.paused.remainingMs : (data.deadline ?? atMs)
      const isRound = data.phase === 'prompt' || data.phase === 'show'
      return { phase: data.phase, round: isRound ? data.round : 0, deadline: until }
    }
    default:
      return undefined
  }
}

export interface StuckOptions {
  readonly pair: Pick<Pair, Seat | 'roomId'>
  readonly rounds?: number
  readonly clock: Clock
  readonly onStuck: (error: Error) => void
}

/** Watches that a battle goes on for both players. Returns the function that ends it. */
export function watchForStuck({ pair, rounds, clock, onStuck }: StuckOptions): () => void {
  const seats = (['first', 'second'] as const).map((seat) => ({ seat, progress: begunAt(clock.now()) }))
  const offs = seats.map((one) =>
    pair[one.seat].client.onAny((received) => void (one.progress = progressAfter(one.progress, received, rounds))),
  )
  let cancel = (): void => undefined
  const look = (): void => {
    const now = clock.now()
    const [slowest] = [...seats].sort((one, other) => one.progress.deadline - other.progress.deadline)
    if (!slowest) return
    const dueMs = slowest.progress.deadline + STUCK_AFTER_MS
    if (dueMs > now) {
      cancel = clock.after(dueMs - now, look)
      return
    }
    end()
    onStuck(new Error(stuckText(slowest.seat, pair.roomId, slowest.progress, now)))
  }
  const end = (): void => {
    cancel()
    for (const off of offs) off()
  }
  look()
  return end
}

function stuckText(seat: Seat, roomId: string, { phase, round, deadline, last }: Progress, nowMs: number): string {
  const seconds = (sinceMs: number): string => `${Math.round((nowMs - sinceMs) / 1_000)} s`
  const where = round > 0 ? `${phase} ${round}` : phase
  const since = `${seconds(deadline)} after the deadline; the last event was ${last.event}, ${seconds(last.atMs)} ago`
  return `the battle of ${seat} in room ${roomId} is stuck in ${where}, ${since}`
}
