import { type AccountSeat, FIND_SEATS_MAX, type Room } from '@kla/proto'
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
interface Asked<Of, Answer> {
  readonly of: Of
  readonly answer: (found: Answer | undefined) => void
}

interface ClaimedRoom {
  readonly answer: Promise<readonly AccountSeat[] | undefined>
  /** Undefined until the answer is there. */
  seats: readonly AccountSeat[] | undefined
}

/** Limit of questions, the same as of waiting calls. */
const WAITING_MAX = 20_000
/** Deadline; callers have then had their turn among newcomers. */
const WITHIN_MS = 2_000
/** Claims to a room that count: both players, and a second try of each. */
const CLAIMS_OF_ROOM_MAX = 4
const CLAIMS_KEPT_MS = 10_000
const OF_CLAIMS = { ...atMost(WAITING_MAX), ttl: CLAIMS_KEPT_MS, noUpdateTTL: true } as const

/**
 * Determines who has a seat, from what this gateway knows or by asking rooms, for many accounts and rooms per call and one
 * call at a time.
 */
export class KnownSeats {
  #accounts: Asked<number, FoundSeat | null>[] = []
  #rooms: Asked<string, readonly AccountSeat[]>[] = []
  #isAsking = false
  /** Rooms to which connections claim to return, with who sits there. */
  readonly #claimed = new LRUCache<string, ClaimedRoom>(OF_CLAIMS)
  readonly #claims = new LRUCache<string, number>(OF_CLAIMS)

  constructor(private readonly deps: KnownSeatsDeps) {}

  /** Ranks a `sync-room` by the battle that this gateway follows, by who sits in a claimed room, or by what rooms knows. */
  rankOf(accountId: number, roomId: string): Pick<CallRequest, 'rank' | 'findRank'> {
    const room = this.deps.hub.at(roomId)
    const isSeated = seatOf(room?.snapshot, accountId) !== undefined
    if (room?.battle.moment && isSeated) return { rank: rankIn(room) }
    const claimed = this.#claimed.get(roomId)
    const seat = ofAccount(claimed?.seats, accountId)
    if (seat) return { rank: rankBy(seat) }
    const findRank = async (): Promise<Rank> => {
      const found = ofAccount(await claimed?.answer, accountId) ?? (await this.find(accountId))
      if (found?.roomId === roomId) return rankBy(found)
      return isSeated ? 'seated' : 'newcomer'
    }
    return { rank: isSeated ? 'seated' : 'newcomer', findRank }
  }

  /**
   * Ranks a connection that is not signed in by the room that it claims to return to. Anyone can claim, so a room has few
   * claims, and they only decide who is signed in first.
   */
  async rankOfClaim(roomId: string): Promise<Rank> {
    const before = this.#claims.get(roomId) ?? 0
    if (before >= CLAIMS_OF_ROOM_MAX) return 'newcomer'
    this.#claims.set(roomId, before + 1)
    const seats = await this.#seatsIn(roomId)
    return seats?.some(({ playing }) => playing) ? 'battle' : 'newcomer'
  }

  #seatsIn(roomId: string): Promise<readonly AccountSeat[] | undefined> {
    const known = this.#claimed.get(roomId)
    if (known) return known.answer
    const answer = new Promise<readonly AccountSeat[] | undefined>((answered) =>
      this.#ask(this.#rooms, { of: roomId, answer: answered }),
    )
    const claimed: ClaimedRoom = { answer, seats: undefined }
    this.#claimed.set(roomId, claimed)
    void answer.then((seats) => {
      if (!seats) this.#claimed.delete(roomId)
      claimed.seats = seats
    })
    return answer
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
    return new Promise((answer) => this.#ask(this.#accounts, { of: accountId, answer }))
  }

  #ask<Of, Answer>(waiting: Asked<Of, Answer>[], asked: Asked<Of, Answer>): void {
    if (waiting.length >= WAITING_MAX) return asked.answer(undefined)
    waiting.push(asked)
    if (this.#isAsking) return
    this.#isAsking = true
    // Batches callers of this turn of the event loop.
    setImmediate(() => void this.#askAll())
  }

  async #askAll(): Promise<void> {
    while (this.#accounts.length + this.#rooms.length > 0) {
      const accounts = this.#accounts.splice(0, FIND_SEATS_MAX)
      const rooms = this.#rooms.splice(0, FIND_SEATS_MAX)
      const accountIds = [...new Set(accounts.map(({ of }) => of))]
      const roomIds = rooms.map(({ of }) => of)
      const found = await this.deps.rooms.findSeats({ accountIds, roomIds }, { deadlineMs: WITHIN_MS }).catch(
        // The callers keep their places among newcomers.
        () => undefined,
      )
      const seats = new Map(found?.seats.map((seat) => [seat.accountId, seat]))
      const inRooms = new Map<string, AccountSeat[]>(roomIds.map((roomId) => [roomId, []]))
      for (const seat of found?.seatsInRooms ?? []) inRooms.get(seat.roomId)?.push(seat)
      for (const { of, answer } of rooms) answer(found && inRooms.get(of))
      for (const { of, answer } of accounts) answer(found && (seats.get(of) ?? null))
    }
    this.#isAsking = false
  }
}

const ofAccount = (seats: readonly AccountSeat[] | undefined, accountId: number): AccountSeat | undefined =>
  seats?.find((seat) => seat.accountId === accountId)

const rankBy = ({ playing }: FoundSeat): Rank => (playing ? 'battle' : 'seated')

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
