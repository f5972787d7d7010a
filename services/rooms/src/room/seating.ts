import { KlaError, newId } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../domain/answer.js'
import type { CreateCommand, JoinCommand } from '../domain/command.js'
import { reduce } from '../domain/reduce.js'
import { seatOf, type Connection } from '../domain/room.js'
import type { SeatPointers } from '../store/seat-pointers.js'
import { claimSeat } from './claim-seat.js'
import type { Rooms } from './rooms.js'

export interface Sitting {
  readonly accountId: number
  readonly roomId: string
  readonly connection: Connection
  /** Names the command. */
  readonly command: string | undefined
  /** What sits the account down under a claim. */
  readonly sit: (claim: string) => CreateCommand | JoinCommand
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export type SitDown = (sitting: Sitting) => Promise<Answer>

// Longer than a claim that a dead pod left behind.
const PATIENCE_MS = 4_000
const PAUSE_MS = 25

/** Sits an account down, or takes its own seat over: at most one seat per account, whatever arrives at once. */
export function createSeating(options: { rooms: Rooms; pointers: SeatPointers; graceMs: number }): SitDown {
  const { rooms, pointers, graceMs } = options

  const attempt = async ({ accountId, roomId, connection, command, sit }: Sitting): Promise<Answer | 'again'> => {
    const { room, nowMs, answer } = await rooms.load(roomId, command)
    if (answer) return answer
    if (room && seatOf(room, accountId)) {
      const resumed = await rooms.execute(roomId, { kind: 'resume', accountId, connection }, { command })
      return resumed === 'late' || 'refused' in resumed ? 'again' : resumed
    }
    const claim = newId()
    // What would be refused anyhow neither claims anything nor gives up a seat elsewhere.
    const preview = reduce(room, sit(claim), { nowMs, graceMs })
    if ('refused' in preview) return preview
    const claimed = await claimSeat({ rooms, pointers }, accountId, { roomId, claim })
    if (claimed === 'again' || 'refused' in claimed) return claimed
    // A rejection leaves the claim: whether the seat is taken is not known then, and the claim runs out by itself.
    const seated = await rooms.execute(roomId, sit(claim), { command, notAfterMs: claimed.notAfterMs })
    if (!isUnder(claim, accountId, seated)) await pointers.release(accountId, claim)
    return seated === 'late' ? 'again' : seated
  }

  return async (sitting) => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const result = await attempt(sitting)
      if (result !== 'again') return result
      if (sitting.signal.aborted || Date.now() > end) throw new KlaError('CONFLICT')
      await sleep(PAUSE_MS)
    }
  }
}

const isUnder = (claim: string, accountId: number, answer: Answer | 'late'): boolean =>
  answer !== 'late' && 'room' in answer && seatOf(answer.room, accountId)?.claim === claim
