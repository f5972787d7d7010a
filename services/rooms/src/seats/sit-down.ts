import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, KlaError, type Logger, newId } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { Searches } from '../matchmaking/searches.js'
import { type Refused, refuse } from '../shared/rules/input.js'
import { type Connection, isConnected, seatOf } from '../shared/rules/room.js'
import type { ClosedBy, SeatPointers } from './account-store.js'
import type { Loaded } from './room-store.js'
import type { Rooms } from './rooms.js'
import type { CreateCommand, JoinCommand } from './rules/command.js'
import type { Answer } from './rules/outcome.js'
import { reduce } from './rules/reduce.js'

/** What an account is told to which rooms are closed. */
export const REFUSAL = { ban: 'BANNED_FROM_ROOMS', age: 'AGE_NOT_CONFIRMED' } as const satisfies Record<ClosedBy, Reason>

type SeatClaim = { readonly notAfterMs: number } | Refused | 'again'

/**
 * Claims the one seat that an account may have over all rooms. Where the account sits already, the room decides: a
 * seat in its grace is given up, one in use is refused, and a pointer to a room without such a seat was left by a pod
 * that died and is replaced, once nobody can sit down under it any more. `again`: look again in a moment.
 */
export async function claimSeat(
  { rooms, pointers }: { rooms: Rooms; pointers: SeatPointers },
  accountId: number,
  wanted: { readonly roomId: string; readonly claim: string },
): Promise<SeatClaim> {
  const first = await pointers.claim(accountId, wanted)
  if (first.kind === 'claimed') return first
  if (first.kind === 'barred') return refuse(REFUSAL[first.by])
  // Read after the claim was seen to have run out, so that a seat taken under it is seen too.
  const { room } = await rooms.load(first.pointer.roomId)
  const seat = room && seatOf(room, accountId)
  if (!seat) {
    if (first.pending) return 'again'
    const second = await pointers.claim(accountId, wanted, first.pointer)
    return second.kind === 'claimed' ? second : 'again'
  }
  if (first.pointer.roomId === wanted.roomId) return 'again'
  if (isConnected(seat)) return refuse('ALREADY_SEATED')
  await rooms.execute(first.pointer.roomId, { kind: 'leave', accountId, onlyInGrace: true })
  return 'again'
}

interface Sitting {
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

/**
 * Whether an account has a seat in use, in another room than `here` if that is given. One in its grace does not count:
 * whoever goes elsewhere has left it behind.
 */
export type SeatedElsewhere = (accountId: number, here?: string) => Promise<boolean>

export const createSeatedElsewhere =
  ({ rooms, pointers }: { rooms: Pick<Rooms, 'load'>; pointers: Pick<SeatPointers, 'find'> }): SeatedElsewhere =>
  async (accountId, here) => {
    const pointer = await pointers.find(accountId)
    if (!pointer || pointer.roomId === here) return false
    const { room } = await rooms.load(pointer.roomId)
    const seat = room && seatOf(room, accountId)
    return seat !== undefined && isConnected(seat)
  }

/** Sits people down, and ends the search of whoever took a seat. */
export const endingSearches =
  (sitDown: SitDown, searches: Pick<Searches, 'end'>, log: Logger): SitDown =>
  async (sitting) => {
    const answer = await sitDown(sitting)
    if ('refused' in answer) return answer
    // The seat stands in any case; a search that goes on is ended when it is about to be paired.
    await searches
      .end(sitting.accountId, 'seated')
      .catch((error: unknown) => log.warn({ err: error }, 'the search of somebody who is seated goes on for now'))
    return answer
  }
