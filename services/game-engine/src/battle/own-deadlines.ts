import { isPlayed } from '../domain/index.js'
import type { Stored } from '../store/battle-store-types.js'

export interface OwnDeadlinesOptions {
  /** Ends a phase whose time has come. Never rejects. */
  readonly pass: (stored: Stored) => Promise<void>
  /** By Redis' clock. */
  readonly nowMs: () => number
}

/**
 * The deadlines that this pod has set, each with the battle as it was stored: when one comes, nobody need be asked what
 * is due, and nothing read. Whether the battle has changed meanwhile, the commit finds out.
 */
export interface OwnDeadlines {
  /** Takes the place of what was kept for the room before. */
  keep(stored: Stored): void
  /** The battle of a room as this pod has stored it last; somebody else may have changed it since. */
  kept(roomId: string): Stored | undefined
  /** Whether this pod will end the phase of that version by itself, or is about to. */
  keeps(roomId: string, version: number): boolean
  /** Resolves when what is being ended has ended; what is left is for others. */
  stop(): Promise<void>
}

interface Kept {
  readonly stored: Stored
  timer: NodeJS.Timeout
}

export function createOwnDeadlines({ pass, nowMs }: OwnDeadlinesOptions): OwnDeadlines {
  const rooms = new Map<string, Kept>()
  const passing = new Set<Promise<void>>()
  let stopping = false

  function drop(roomId: string): void {
    clearTimeout(rooms.get(roomId)?.timer)
    rooms.delete(roomId)
  }

  function keep(stored: Stored): void {
    const { battle } = stored
    const { roomId } = battle
    drop(roomId)
    if (stopping || !isPlayed(battle)) return
    const { deadlineMs } = battle
    const arm = (): NodeJS.Timeout => setTimeout(due, Math.ceil(deadlineMs - nowMs()))
    const kept: Kept = { stored, timer: arm() }
    rooms.set(roomId, kept)

    function due(): void {
      // Clocks have no duty to agree.
      if (nowMs() < deadlineMs) return void (kept.timer = arm())
      const passed = pass(stored).finally(() => {
        passing.delete(passed)
        if (rooms.get(roomId) === kept) rooms.delete(roomId)
      })
      passing.add(passed)
    }
  }

  return {
    keep,
    kept: (roomId) => rooms.get(roomId)?.stored,
    keeps: (roomId, version) => rooms.get(roomId)?.stored.version === version,
    async stop() {
      stopping = true
      for (const roomId of [...rooms.keys()]) drop(roomId)
      await Promise.all(passing)
    },
  }
}
