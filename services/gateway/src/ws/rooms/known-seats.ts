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
interface Asked<Of, Answer> {
  readonly of: Of
  readonly answer: (found: Answer | undefined) => void
}

interface ClaimedRoom {
  readonly answer: Promise<boolean | undefined>
  /** Undefined until the answer is there. */
  isPlaying: boolean | undefined
}

/** Limit of questions, the same as of waiting calls. */
const WAITING_MAX = 20_000
/** Deadline; callers have then had their turn among newcomers. */
const WITHIN_MS = 2_000
/** Claims that count for a room, to sign in and to enter: both players, and a second try of each. */
const CLAIMS_OF_ROOM_MAX = 4
const CLAIMS_KEPT_MS = 10_000
const OF_CLAIMS = { ...atMost(WAITING_MAX), ttl: CLAIMS_KEPT_MS, noUpdateTTL: true } as const

/**
 * Determines who has a seat, from what this gateway knows or by asking rooms, for many accounts and rooms per call and one
 * call at a time.
 */
export class KnownSeats {
  #accounts: Asked<number, FoundSeat | null>[] = []
  #claimed: Asked<string, boolean>[] = []
  #isAsking = false
  /** Rooms of claims: whether a pair plays there. */
  readonly #playing = new LRUCache<string, ClaimedRoom>(OF_CLAIMS)
  readonly #signIns = new LRUCache<string, number>(OF_CLAIMS)
  readonly #entries = new LRUCache<string, number>(OF_CLAIMS)

  constructor(private readonly deps: KnownSeatsDeps) {}

  /**
   * Ranks a `sync-room`: a battle that this gateway follows is known, another one rooms knows. Who claimed to return to it
   * need not be found again.
   */
  rankOf(accountId: number, roomId: string): Pick<CallRequest, 'rank' | 'findRank'> {
    const room = this.deps.hub.at(roomId)
    const isSeated = seatOf(room?.snapshot, accountId) !== undefined
    if (room?.battle.moment && isSeated) return { rank: rankIn(room) }
    if (this.#playing.get(roomId)?.isPlaying && mayClaim(this.#entries, roomId)) return { rank: 'battle' }
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
    if (!mayClaim(this.#signIns, roomId)) return 'newcomer'
    return (await this.#isPlaying(roomId)) ? 'battle' : 'newcomer'
  }

  #isPlaying(roomId: string): Promise<boolean | undefined> {
    const known = this.#playing.get(roomId)
    if (known) return known.answer
    const answer = new Promise<boolean | undefined>((answered) =>
      this.#ask(this.#claimed, { of: roomId, answer: answered }),
    )
    const claimed: ClaimedRoom = { answer, isPlaying: undefined }
    this.#playing.set(roomId, claimed)
    void answer.then((isPlaying) => {
      if (isPlaying === undefined) this.#playing.delete(roomId)
      claimed.isPlaying = isPlaying
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
    while (this.#accounts.length + this.#claimed.length > 0) {
      const accounts = this.#accounts.splice(0, FIND_SEATS_MAX)
      const claimed = this.#claimed.splice(0, FIND_SEATS_MAX)
      const accountIds = [...new Set(accounts.map(({ of }) => of))]
      const roomIds = claimed.map(({ of }) => of)
      const seats = new Map<number, FoundSeat>()
      let playingRooms: ReadonlySet<string> | undefined
      try {
        const known = await this.deps.rooms.findSeats({ accountIds, roomIds }, { deadlineMs: WITHIN_MS })
        for (const { accountId, roomId, playing } of known.seats) seats.set(accountId, { roomId, playing })
        playingRooms = new Set(known.playingRoomIds)
      } catch {
        // The callers keep their places among newcomers.
      }
      for (const { of, answer } of claimed) answer(playingRooms?.has(of))
      for (const { of, answer } of accounts) answer(playingRooms && (seats.get(of) ?? null))
    }
    this.#isAsking = false
  }
}

/** Counts a claim to a room; false if too many have come. */
function mayClaim(claims: LRUCache<string, number>, roomId: string): boolean {
  const before = claims.get(roomId) ?? 0
  if (before >= CLAIMS_OF_ROOM_MAX) return false
  claims.set(roomId, before + 1)
  return true
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
