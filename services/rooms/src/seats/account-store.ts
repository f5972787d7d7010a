import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { type Keys, NOW } from '../shared/redis.js'

/** Why rooms are closed to an account: a ban, or a locked age verdict. */
export type ClosedBy = 'ban' | 'age'

/** To whom rooms are closed. The principal says so too, but one that was signed before is valid for minutes. */
export interface Bars {
  /**
   * Notes until when rooms are closed to an account (Unix milliseconds; 0: they are not), as of a version of its bans.
   * Answers whether they are closed now; an older version than what is known changes nothing and answers false.
   */
  put(accountId: number, version: number, untilMs: number): Promise<boolean>
  /**
   * Notes whether an account's age verdict is locked, as of a revision of it. Answers whether it is locked now; an older
   * revision than what is known changes nothing and answers false.
   */
  putAge(accountId: number, revision: number, locked: boolean): Promise<boolean>
  /** Whether rooms are closed to an account now, and why. */
  closedBy(accountId: number): Promise<ClosedBy | undefined>
}

/** Longer than facts are kept, so that an old one that comes late is known to be old. */
const KEPT_MS = 8 * 24 * 3_600_000

const putScript = defineScript<number>(`${NOW}
local known = redis.call('HGET', KEYS[1], 'version')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'untilMs', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2]) > now and 1 or 0
`)

const putAgeScript = defineScript<number>(`
local known = redis.call('HGET', KEYS[1], 'ageRevision')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'ageRevision', ARGV[1], 'ageLocked', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2])
`)

/** What a bar says now: 0 nothing, or the index of {@link CLOSED_BY}. For scripts that have `now`. */
const closedByLua = (key: string): string => `
local barredUntilMs, ageLocked = unpack(redis.call('HMGET', ${key}, 'untilMs', 'ageLocked'))
local closedBy = barredUntilMs and tonumber(barredUntilMs) > now and 1 or ageLocked == '1' and 2 or 0
`
const CLOSED_BY = [undefined, 'ban', 'age'] as const

const closedByScript = defineScript<number>(`${NOW} ${closedByLua('KEYS[1]')}
return closedBy
`)

export const createBars = (redis: Redis, keys: Keys): Bars => ({
  async put(accountId, version, untilMs) {
    return (await mapRedisErrors(putScript.run(redis, [keys.bar(accountId)], [version, untilMs, KEPT_MS]))) === 1
  },
  async putAge(accountId, revision, locked) {
    const put = putAgeScript.run(redis, [keys.bar(accountId)], [revision, locked ? 1 : 0, KEPT_MS])
    return (await mapRedisErrors(put)) === 1
  },
  closedBy: async (accountId) => CLOSED_BY[await mapRedisErrors(closedByScript.run(redis, [keys.bar(accountId)], []))],
})

/** Where an account sits, or is about to sit down. It may be stale: only the room itself knows. */
interface SeatPointer {
  readonly roomId: string
  readonly claim: string
  /** Redis' time until which the claimant may still sit down there. */
  readonly untilMs: number
}

type Claimed =
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

const claimSeatScript = defineScript<[number, string, string, number, number] | [typeof BARRED, 1 | 2]>(`${NOW} ${closedByLua('KEYS[2]')}
if closedBy > 0 then return {${BARRED}, closedBy} end
local roomId, claim, untilMs = unpack(redis.call('HMGET', KEYS[1], 'roomId', 'claim', 'untilMs'))
if claim and claim ~= ARGV[3] then return {0, roomId, claim, tonumber(untilMs), now} end
redis.call('HSET', KEYS[1], 'roomId', ARGV[1], 'claim', ARGV[2], 'untilMs', now + ARGV[4])
return {1, ARGV[1], ARGV[2], now + ARGV[4], now}
`)

const findSeatScript = defineScript<[string, number] | []>(`${NOW}
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
      claimSeatScript.run(
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
    const [roomId, pending] = await mapRedisErrors(findSeatScript.run(redis, [keys.seat(accountId)], []))
    return roomId === undefined ? undefined : { roomId, pending: pending === 1 }
  },
  async release(accountId, claim) {
    await mapRedisErrors(releaseScript.run(redis, [keys.seat(accountId)], [claim]))
  },
})

/** Counts wrong passcodes of an account at a room, and what is computed for an account. */
export interface PasscodeTries {
  /** Spends one of the tries of this minute before the passcode is looked at; false: none is left. */
  spend(roomId: string, accountId: number): Promise<boolean>
  /** Gives a try back: the passcode was right. */
  giveBack(roomId: string, accountId: number): Promise<void>
  /** Spends one of the computations that an account has in this minute, over all rooms and pods; false: none is left. */
  spendComputation(accountId: number): Promise<boolean>
}

/** Enough for somebody who mistypes, useless to somebody who guesses. */
const TRIES = 5
/** Five rooms tried to the end, and five opened. */
const COMPUTATIONS = 30
const WINDOW_MS = 60_000

const spendScript = defineScript<number>(`
local tries = tonumber(redis.call('GET', KEYS[1]) or '0')
if tries >= tonumber(ARGV[1]) then return 0 end
redis.call('INCR', KEYS[1])
if tries == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
`)

const giveBackScript = defineScript<number>(`
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 1
`)

export const createPasscodeTries = (redis: Redis, keys: Keys): PasscodeTries => ({
  async spend(roomId, accountId) {
    return (await mapRedisErrors(spendScript.run(redis, [keys.tries(roomId, accountId)], [TRIES, WINDOW_MS]))) === 1
  },
  async spendComputation(accountId) {
    return (await mapRedisErrors(spendScript.run(redis, [keys.computations(accountId)], [COMPUTATIONS, WINDOW_MS]))) === 1
  },
  async giveBack(roomId, accountId) {
    await mapRedisErrors(giveBackScript.run(redis, [keys.tries(roomId, accountId)], []))
  },
})
