import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { CLOSED_BY, closedByLua, type ClosedBy } from './bars.js'
import type { Keys } from './keys.js'
import { NOW } from './now.js'

/** Where an account sits, or is about to sit down. It may be stale: only the room itself knows. */
export interface SeatPointer {
  readonly roomId: string
  readonly claim: string
  /** Redis' time until which the claimant may still sit down there. */
  readonly untilMs: number
}

export type Claimed =
  /** `notAfterMs`: Redis' time by which the seat has to be taken. */
  | { readonly kind: 'claimed'; readonly notAfterMs: number }
  /** `pending`: the holder may still sit down. */
  | { readonly kind: 'held'; readonly pointer: SeatPointer; readonly pending: boolean }
  /** Rooms are closed to the account. */
  | { readonly kind: 'barred'; readonly by: ClosedBy }

export interface SeatPointers {
  /**
   * Claims the account's one seat for a room, if nobody holds it or if its holder is still `instead`, and rooms are
   * open to the account.
   */
  claim(accountId: number, wanted: { roomId: string; claim: string }, instead?: SeatPointer): Promise<Claimed>
  /** The room that an account's pointer names, if there is one. `pending`: its claimant may still sit down. */
  find(accountId: number): Promise<{ readonly roomId: string; readonly pending: boolean } | undefined>
  /** Lets go of a claim, or of a seat that is free now. Nothing happens if another claim has come since. */
  release(accountId: number, claim: string): Promise<void>
}

/** For so long nobody else can sit the account down; a pod that dies holding a claim costs its player no more. */
const CLAIM_MS = 2_000
/** Claims and rooms may live on different Redis nodes: by so much their clocks may differ. */
const CLOCK_SKEW_MS = 500

const BARRED = 2

const claimScript = defineScript<[number, string, string, number, number] | [typeof BARRED, 1 | 2]>(`${NOW} ${closedByLua('KEYS[2]')}
if closedBy > 0 then return {${BARRED}, closedBy} end
local roomId, claim, untilMs = unpack(redis.call('HMGET', KEYS[1], 'roomId', 'claim', 'untilMs'))
if claim and claim ~= ARGV[3] then return {0, roomId, claim, tonumber(untilMs), now} end
redis.call('HSET', KEYS[1], 'roomId', ARGV[1], 'claim', ARGV[2], 'untilMs', now + ARGV[4])
return {1, ARGV[1], ARGV[2], now + ARGV[4], now}
`)

const findScript = defineScript<[string, number] | []>(`${NOW}
local roomId, untilMs = unpack(redis.call('HMGET', KEYS[1], 'roomId', 'untilMs'))
if not roomId then return {} end
return {roomId, tonumber(untilMs) > now and 1 or 0}
`)

const releaseScript = defineScript<number>(`
if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`)

export const createSeatPointers = (redis: Redis, keys: Keys): SeatPointers => ({
  async claim(accountId, wanted, instead) {
    const outcome = await mapRedisErrors(
      claimScript.run(
        redis,
        [keys.seat(accountId), keys.bar(accountId)],
        [wanted.roomId, wanted.claim, instead?.claim ?? '', CLAIM_MS],
      ),
    )
    if (outcome.length === 2) return { kind: 'barred', by: CLOSED_BY[outcome[1]] }
    const [claimed, roomId, claim, untilMs, nowMs] = outcome
    return claimed === 1
      ? { kind: 'claimed', notAfterMs: untilMs - CLOCK_SKEW_MS }
      : { kind: 'held', pointer: { roomId, claim, untilMs }, pending: untilMs > nowMs }
  },
  async find(accountId) {
    const [roomId, pending] = await mapRedisErrors(findScript.run(redis, [keys.seat(accountId)], []))
    return roomId === undefined ? undefined : { roomId, pending: pending === 1 }
  },
  async release(accountId, claim) {
    await mapRedisErrors(releaseScript.run(redis, [keys.seat(accountId)], [claim]))
  },
})
