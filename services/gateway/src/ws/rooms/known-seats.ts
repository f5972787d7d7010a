import { FIND_SEATS_MAX, type Room } from '@kla/proto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'
import type { RoomsClient } from '../../shared/clients.js'
import type { CallRequest } from '../overload/admission-queue.js'
import type { Rank } from '../overload/priority-queue.js'
import { isRunning } from './battle-events.js'
import type { Hub } from './hub.js'
import type { Member } from './member.js'
import type { HubRoom } from './room.js'
import { seatOf } from './seats.js'

export interface KnownSeatsDeps {
  readonly hub: Pick<Hub, 'at'>
  readonly rooms: Pick<RoomsClient, 'findSeats'>
}

/** An account's seat, and whether the room has a pair that plays. */
export interface FoundSeat {
  readonly roomId: string
  readonly playing: boolean
}

/** Answers are undefined if they are not known now. */
type Asked =
  | { readonly accountId: number; readonly answer: (seat: FoundSeat | null | undefined) => void }
  | { readonly roomId: string; readonly answer: (isPlaying: boolean | undefined) => void }

/** Limit of questions, the same as of waiting calls. */
const WAITING_MAX = 20_000
/** Deadline; callers have then had their turn among newcomers. */
const WITHIN_MS = 2_000
/** Claims that count for a room: both players, and a second try of each. */
const CLAIMS_OF_ROOM_MAX = 4
const CLAIMS_KEPT_MS = 10_000

/**
 * Determines who has a seat, from what this gateway knows or by asking rooms, for many accounts per call and one call
 * at a time.
 */
export class KnownSeats {
  #asked: Asked[] = []
  #isAsking = false
  readonly #claims = new LRUCache<string, number>({ ...atMost(WAITING_MAX), ttl: CLAIMS_KEPT_MS, noUpdateTTL: true })

  constructor(private readonly deps: KnownSeatsDeps) {}

  /** Ranks a `sync-room`: a battle that this gateway follows is known, another one rooms knows. */
  rankOf(accountId: number, roomId: string): Pick<CallRequest, 'rank' | 'findRank'> {
    const room = this.deps.hub.at(roomId)
    const isSeated = seatOf(room?.snapshot, accountId) !== undefined
    if (room?.battle.moment && isSeated) return { rank: rankIn(room) }
    const findRank = async (): Promise<Rank> => {
      const seat = await this.find(accountId)
      if (seat?.roomId === roomId) return seat.playing ? 'battle' : 'seated'
      return isSeated ? 'seated' : 'newcomer'
    }
    return { rank: isSeated ? 'seated' : 'newcomer', findRank }
  }

  /**
   * Ranks a connection that is not signed in by the room that it claims to return to. Anyone can claim, so a room has few
   * claims, and they only decide who is signed in first.
   */
  async rankOfClaim(roomId: string): Promise<Rank> {
    const claims = (this.#claims.get(roomId) ?? 0) + 1
    if (claims > CLAIMS_OF_ROOM_MAX) return 'newcomer'
    this.#claims.set(roomId, claims)
    const isPlaying = await new Promise<boolean | undefined>((answer) => this.#ask({ roomId, answer }))
    return isPlaying ? 'battle' : 'newcomer'
  }

  /** True if the account, or a judge (0), watches on that connection. */
  isWatching(accountId: number, roomId: string, socketId: string | undefined): boolean {
    const { watchers = [] } = this.deps.hub.at(roomId)?.snapshot ?? {}
    return (
      socketId !== undefined &&
      watchers.some((one) => one.accountId === accountId && one.connection?.socketId === socketId)
    )
  }

  /** Resolves to the account's seat, null without a seat, and undefined if that is not known now. */
  find(accountId: number): Promise<FoundSeat | null | undefined> {
    return new Promise((answer) => this.#ask({ accountId, answer }))
  }

  #ask(asked: Asked): void {
    if (this.#asked.length >= WAITING_MAX) return asked.answer(undefined)
    this.#asked.push(asked)
    if (this.#isAsking) return
    this.#isAsking = true
    // Batches callers of this turn of the event loop.
    setImmediate(() => void this.#askAll())
  }

  async #askAll(): Promise<void> {
    while (this.#asked.length > 0) {
      const batch = this.#asked.splice(0, FIND_SEATS_MAX)
      const accountIds = [...new Set(batch.flatMap((one) => ('accountId' in one ? [one.accountId] : [])))]
      const roomIds = [...new Set(batch.flatMap((one) => ('roomId' in one ? [one.roomId] : [])))]
      const seats = new Map<number, FoundSeat>()
      let playingRooms: ReadonlySet<string> | undefined
      try {
        const known = await this.deps.rooms.findSeats({ accountIds, roomIds }, { deadlineMs: WITHIN_MS })
        for (const { accountId, roomId, playing } of known.seats) seats.set(accountId, { roomId, playing })
        playingRooms = new Set(known.playingRoomIds)
      } catch {
        // The callers keep their places among newcomers.
      }
      for (const one of batch) {
        if ('roomId' in one) one.answer(playingRooms?.has(one.roomId))
        else one.answer(playingRooms && (seats.get(one.accountId) ?? null))
      }
    }
    this.#isAsking = false
  }
}

/** Ranks the players of a room here. `unplayed`, as rooms answers, counts until the battle is read. */
export function rankIn({ battle, snapshot }: Pick<HubRoom, 'battle' | 'snapshot'>, unplayed?: boolean): Rank {
  const isPlaying = battle.moment ? isRunning(battle.moment) : unplayed === false && isPair(snapshot)
  return isPlaying ? 'battle' : 'seated'
}

/** True if the player of this connection is in a battle. */
export function isInBattle(hub: Pick<Hub, 'roomOf'>, member: Member): boolean {
  const room = member.watching ? undefined : hub.roomOf(member)
  return room !== undefined && rankIn(room) === 'battle'
}

const isPair = (room: Room | undefined): boolean => (room?.seats.length ?? 0) > 1
