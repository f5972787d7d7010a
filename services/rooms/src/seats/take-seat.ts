import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, KlaError, type Logger, newId, type Refused } from '@kla/chassis'
import { refuse } from '../shared/rules/input.js'
import { type Connection, isConnected, isFull, type Person, seatOf } from '../shared/rules/room.js'
import type { SeatPointers } from './account-store.js'
import type { Loaded } from './room-store.js'
import type { Rooms } from './rooms.js'
import type { CreateCommand, JoinCommand } from './rules/command.js'
import { newestName } from './rules/names.js'
import type { Answer } from './rules/outcome.js'
import { reduce } from './rules/reduce.js'

/** A request to create or join a room. */
export interface TakeSeatRequest {
  readonly accountId: number
  readonly roomId: string
  readonly connection: Connection
  readonly command: string | undefined
  readonly loaded: Loaded
  readonly sit: (claim: string) => CreateCommand | JoinCommand
  readonly call: Pick<Call, 'signal'>
}

/** Takes a seat, the account's only one. */
export type TakeSeat = (request: TakeSeatRequest) => Promise<Answer>

export interface TakeSeatDeps {
  readonly rooms: Rooms
  readonly pointers: SeatPointers
  readonly graceMs: number
  readonly log: Logger
  readonly endSearch: (accountId: number) => Promise<unknown>
}

// Longer than CLAIM_MS.
const TIMEOUT_MS = 4_000
const PAUSE_MS = 25

/** Gives an account at most one seat. */
export function createTakeSeat({ rooms, pointers, graceMs, log, endSearch }: TakeSeatDeps): TakeSeat {
  return async (request) => {
    let ending: Promise<void> | undefined
    const endOnce = (): Promise<void> =>
      (ending ??= endSearch(request.accountId).then(
        () => undefined,
        (err: unknown) => log.warn({ err }, 'search of a seated player was not ended'),
      ))
    const answer = await seat(request, endOnce)
    if (!('refused' in answer)) await endOnce()
    return answer
  }

  async function seat(request: TakeSeatRequest, onCommitted: () => Promise<void>): Promise<Answer> {
    const end = Date.now() + TIMEOUT_MS
    for (let { loaded } = request; ; loaded = await rooms.load(request.roomId, request.command)) {
      const result = await attempt(request, loaded, onCommitted)
      if (result !== 'again') return result
      if (request.call.signal.aborted || Date.now() > end) throw new KlaError('CONFLICT')
      await sleep(PAUSE_MS)
    }
  }

  async function attempt(
    { accountId, roomId, connection, command, sit }: TakeSeatRequest,
    loaded: Loaded,
    onCommitted: () => Promise<void>,
  ): Promise<Answer | 'again'> {
    const { room, nowMs, answer } = loaded
    if (answer) return answer
    const own = room && seatOf(room, accountId)
    if (own) {
      // Takes its own seat under the same terms as a new one.
      const preview = reduce(room, sit(own.claim), { nowMs, graceMs })
      if ('refused' in preview) return preview
      const resume = { kind: 'resume', accountId, connection } as const
      const resumed = await rooms.execute(roomId, resume, { command, loaded, onCommitted })
      return resumed === 'late' || 'refused' in resumed ? 'again' : resumed
    }
    const claim = newId()
    // Refused commands must not claim or free seats.
    const preview = reduce(room, sit(claim), { nowMs, graceMs })
    if ('refused' in preview) return preview
    const claimed = await claimSeat({ rooms, pointers }, accountId, { roomId, claim })
    if (claimed === 'again' || 'refused' in claimed) return claimed
    // The outcome is unknown: the claim expires.
    const sitting = sit(claim)
    const named = { ...sitting, person: newestName(sitting.person, claimed.name) }
    const seated = await rooms.execute(roomId, named, {
      command,
      notAfterMs: claimed.notAfterMs,
      loaded,
      onCommitted,
    })
    const isOurs = seated !== 'late' && 'room' in seated && seatOf(seated.room, accountId)?.claim === claim
    if (!isOurs) await pointers.release(accountId, claim)
    return seated === 'late' ? 'again' : seated
  }
}

/** Frees a seat in its grace period, refuses one in use. */
export async function claimSeat(
  {
    rooms,
    pointers,
  }: { readonly rooms: Pick<Rooms, 'load' | 'execute'>; readonly pointers: Pick<SeatPointers, 'claim'> },
  accountId: number,
  wanted: { readonly roomId: string; readonly claim: string },
): Promise<{ readonly notAfterMs: number; readonly name?: Person | undefined } | Refused | 'again'> {
  const first = await pointers.claim(accountId, wanted)
  if (first.kind === 'claimed') return first
  if (first.kind === 'refused') return refuse(first.reason)
  // Read after the claim, to see its seat.
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

/** True if the account has yet to take its reserved seat and its opponent has not left. */
export type IsAwaited = (accountId: number, roomId: string) => Promise<boolean>

export const createIsAwaited =
  ({ load }: Pick<Rooms, 'load'>): IsAwaited =>
  async (accountId, roomId) => {
    const { room } = await load(roomId)
    return room !== undefined && isFull(room) && seatOf(room, accountId)?.reserved === true
  }

/** True if connected in a room other than `here`. */
export type IsSeatedElsewhere = (accountId: number, here?: string) => Promise<boolean>

export const createIsSeatedElsewhere =
  ({ rooms, pointers }: { rooms: Pick<Rooms, 'load'>; pointers: Pick<SeatPointers, 'find'> }): IsSeatedElsewhere =>
  async (accountId, here) => {
    const pointer = await pointers.find(accountId)
    if (!pointer || pointer.roomId === here) return false
    const { room } = await rooms.load(pointer.roomId)
    const seat = room && seatOf(room, accountId)
    return seat !== undefined && isConnected(seat)
  }
