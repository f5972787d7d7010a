import { KlaError, newId, type Call } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../domain/answer.js'
import type { CreateCommand, JoinCommand } from '../domain/command.js'
import { reduce } from '../domain/reduce.js'
import { seatOf, type Connection } from '../domain/room.js'
import type { Loaded } from '../store/room-store.js'
import type { SeatPointers } from '../store/seat-pointers.js'
import { claimSeat } from './claim-seat.js'
import type { Rooms } from './rooms.js'

export interface Sitting {
  readonly accountId: number
  readonly roomId: string
  readonly connection: Connection
  /** Names the command. */
  readonly command: string | undefined
  /** The room as it was loaded for this command. */
  readonly loaded: Loaded
  /** What sits the account down under a claim. */
  readonly sit: (claim: string) => CreateCommand | JoinCommand
  /** Its signal aborts when nobody waits for the answer any more. */
  readonly call: Pick<Call, 'signal'>
}

export type SitDown = (sitting: Sitting) => Promise<Answer>

// Longer than a claim that a dead pod left behind.
const PATIENCE_MS = 4_000
const PAUSE_MS = 25

/** Sits an account down, or takes its own seat over: at most one seat per account, whatever arrives at once. */
export function createSeating(options: { rooms: Rooms; pointers: SeatPointers; graceMs: number }): SitDown {
  const { rooms, pointers, graceMs } = options

  const attempt = async (sitting: Sitting, loaded: Loaded): Promise<Answer | 'again'> => {
    const { accountId, roomId, connection, command, sit } = sitting
    const { room, nowMs, answer } = loaded
    if (answer) return answer
    if (room && seatOf(room, accountId)) {
      const resumed = await rooms.execute(roomId, { kind: 'resume', accountId, connection }, { command, loaded })
      return resumed === 'late' || 'refused' in resumed ? 'again' : resumed
    }
    const claim = newId()
    // What would be refused anyhow neither claims anything nor gives up a seat elsewhere.
    const preview = reduce(room, sit(claim), { nowMs, graceMs })
    if ('refused' in preview) return preview
    const claimed = await claimSeat({ rooms, pointers }, accountId, { roomId, claim })
    if (claimed === 'again' || 'refused' in claimed) return claimed
    // A rejection leaves the claim: whether the seat is taken is not known then, and the claim runs out by itself.
    const seated = await rooms.execute(roomId, sit(claim), { command, notAfterMs: claimed.notAfterMs, loaded })
    if (!isUnder(claim, accountId, seated)) await pointers.release(accountId, claim)
    return seated === 'late' ? 'again' : seated
  }

  return async (sitting) => {
    const end = Date.now() + PATIENCE_MS
    for (let { loaded } = sitting; ; loaded = await rooms.load(sitting.roomId, sitting.command)) {
      const result = await attempt(sitting, loaded)
      if (result !== 'again') return result
      if (sitting.call.signal.aborted || Date.now() > end) throw new KlaError('CONFLICT')
      await sleep(PAUSE_MS)
    }
  }
}

const isUnder = (claim: string, accountId: number, answer: Answer | 'late'): boolean =>
  answer !== 'late' && 'room' in answer && seatOf(answer.room, accountId)?.claim === claim
