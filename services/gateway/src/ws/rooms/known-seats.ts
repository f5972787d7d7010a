import { FIND_SEATS_MAX } from '@kla/proto'
import type { RoomsClient } from '../../shared/clients.js'
import type { Hub } from './hub.js'
import { seatOf } from './seats.js'

export interface KnownSeatsDeps {
  readonly hub: Pick<Hub, 'at'>
  readonly rooms: Pick<RoomsClient, 'findSeats'>
}

interface Asked {
  readonly accountId: number
  readonly answer: (roomId: string | null | undefined) => void
}

/** Limit of questions, the same as of waiting calls. */
const WAITING_MAX = 20_000
/** Deadline; callers have then had their turn among newcomers. */
const WITHIN_MS = 2_000

/**
 * Determines who has a seat, from what this gateway knows or by asking rooms, for many accounts per call and one call
 * at a time. Claims of clients do not count.
 */
export class KnownSeats {
  #asked: Asked[] = []
  #isAsking = false

  constructor(private readonly deps: KnownSeatsDeps) {}

  /** Answers for a `sync-room`; a function asks rooms. */
  has(accountId: number, roomId: string): true | (() => Promise<boolean>) {
    if (seatOf(this.deps.hub.at(roomId)?.snapshot, accountId)) return true
    return async () => (await this.find(accountId)) === roomId
  }

  /** True if the account, or a judge (0), watches on that connection. */
  isWatching(accountId: number, roomId: string, socketId: string | undefined): boolean {
    const { watchers = [] } = this.deps.hub.at(roomId)?.snapshot ?? {}
    return (
      socketId !== undefined &&
      watchers.some((one) => one.accountId === accountId && one.connection?.socketId === socketId)
    )
  }

  /** Resolves to the room of the account's seat, null without a seat, and undefined if that is not known now. */
  find(accountId: number): Promise<string | null | undefined> {
    if (this.#asked.length >= WAITING_MAX) return Promise.resolve(undefined)
    return new Promise((answer) => {
      this.#asked.push({ accountId, answer })
      if (this.#isAsking) return
      this.#isAsking = true
      // Batches callers of this turn of the event loop.
      setImmediate(() => void this.#askAll())
    })
  }

  async #askAll(): Promise<void> {
    while (this.#asked.length > 0) {
      const batch = this.#asked.splice(0, FIND_SEATS_MAX)
      const roomOf = new Map<number, string | null>()
      try {
        const accountIds = [...new Set(batch.map(({ accountId }) => accountId))]
        const { seats } = await this.deps.rooms.findSeats({ accountIds }, { deadlineMs: WITHIN_MS })
        for (const accountId of accountIds) roomOf.set(accountId, null)
        for (const { accountId, roomId } of seats) roomOf.set(accountId, roomId)
      } catch {
        // The callers keep their places among newcomers.
      }
      for (const { accountId, answer } of batch) answer(roomOf.get(accountId))
    }
    this.#isAsking = false
  }
}
