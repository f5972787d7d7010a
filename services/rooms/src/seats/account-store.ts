import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { Keys } from '../shared/redis.js'
import type { Person } from '../shared/rules/room.js'

/** Why an account may not use rooms. */
export type RoomsRefusal = Extract<Reason, 'BANNED_FROM_ROOMS' | 'AGE_NOT_CONFIRMED'>

/** Asks the store: principals outlive a ban by minutes. */
export type FindRoomsRefusal = (accountId: number) => Promise<RoomsRefusal | undefined>

/** Bans, age locks and names of accounts in Redis. */
export interface RestrictionStore {
  /** Sets a ban, 0 lifts it. False if outdated. */
  setBan(accountId: number, version: number, untilMs: number): Promise<boolean>
  /** Sets an age lock. False if outdated. */
  setAgeLock(accountId: number, revision: number, locked: boolean): Promise<boolean>
  findRefusal: FindRoomsRefusal
  setName(person: Person): Promise<void>
}

/** Longer than the stream keeps events. */
const RESTRICTIONS_KEPT_MS = 8 * 24 * 3_600_000

const setBanScript = defineScript<number>(
  `${LUA_NOW}
local known = redis.call('HGET', KEYS[1], 'version')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'untilMs', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2]) > now and 1 or 0
`,
  { whenFull: true },
)

const setAgeLockScript = defineScript<number>(
  `
local known = redis.call('HGET', KEYS[1], 'ageRevision')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'ageRevision', ARGV[1], 'ageLocked', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2])
`,
  { whenFull: true },
)

const setNameScript = defineScript<number>(`
local known = redis.call('HGET', KEYS[1], 'nameRevision')
if known and tonumber(known) >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'nameRevision', ARGV[1], 'name', ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)

const refusalLua = (key: string): string => `
local bannedUntilMs, ageLocked, name = unpack(redis.call('HMGET', ${key}, 'untilMs', 'ageLocked', 'name'))
local refusal = bannedUntilMs and tonumber(bannedUntilMs) > now and 1 or ageLocked == '1' and 2 or 0
`
const REFUSALS = [undefined, 'BANNED_FROM_ROOMS', 'AGE_NOT_CONFIRMED'] as const

const findRefusalScript = defineScript<number>(`${LUA_NOW} ${refusalLua('KEYS[1]')}
return refusal
`)

export const createRestrictionStore = (redis: Redis, keys: Keys): RestrictionStore => ({
  async setBan(accountId, version, untilMs) {
    const set = setBanScript.run(redis, [keys.restrictions(accountId)], [version, untilMs, RESTRICTIONS_KEPT_MS])
    return (await mapRedisErrors(set)) === 1
  },
  async setAgeLock(accountId, revision, locked) {
    const args = [revision, locked ? 1 : 0, RESTRICTIONS_KEPT_MS]
    return (await mapRedisErrors(setAgeLockScript.run(redis, [keys.restrictions(accountId)], args))) === 1
  },
  async setName(person) {
    const args = [person.nameRevision ?? 0, JSON.stringify(person), RESTRICTIONS_KEPT_MS]
    await mapRedisErrors(setNameScript.run(redis, [keys.restrictions(person.accountId)], args))
  },
  findRefusal: async (accountId) =>
    REFUSALS[await mapRedisErrors(findRefusalScript.run(redis, [keys.restrictions(accountId)], []))],
})

/** Where an account sits; may be stale. */
export interface SeatPointer {
  readonly roomId: string
  readonly claim: string
  readonly untilMs: number
}

/** Result of claiming an account's only seat. */
export type SeatClaim =
  | { readonly kind: 'claimed'; readonly notAfterMs: number; readonly name?: Person | undefined }
  | { readonly kind: 'held'; readonly pointer: SeatPointer; readonly pending: boolean }
  | { readonly kind: 'refused'; readonly reason: RoomsRefusal }

/** Pointers to each account's only seat. */
export interface SeatPointers {
  /** Claims if free or held by `instead`. */
  claim(accountId: number, wanted: { roomId: string; claim: string }, instead?: SeatPointer): Promise<SeatClaim>
  find(accountId: number): Promise<{ readonly roomId: string; readonly pending: boolean } | undefined>
  release(accountId: number, claim: string): Promise<void>
}

/** Limits how long a dead pod blocks its player. */
const CLAIM_MS = 2_000
const CLOCK_SKEW_MS = 500

const REFUSED = 2

const claimSeatScript = defineScript<
  [number, string, string, number, number, string] | [typeof REFUSED, 1 | 2]
>(`${LUA_NOW} ${refusalLua('KEYS[2]')}
if refusal > 0 then return {${REFUSED}, refusal} end
local roomId, claim, untilMs = unpack(redis.call('HMGET', KEYS[1], 'roomId', 'claim', 'untilMs'))
if claim and claim ~= ARGV[3] then return {0, roomId, claim, tonumber(untilMs), now, ''} end
redis.call('HSET', KEYS[1], 'roomId', ARGV[1], 'claim', ARGV[2], 'untilMs', now + ARGV[4])
return {1, ARGV[1], ARGV[2], now + ARGV[4], now, name or ''}
`)

const findSeatScript = defineScript<[string, number] | []>(`${LUA_NOW}
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
    const touched = [keys.seat(accountId), keys.restrictions(accountId)]
    const args = [wanted.roomId, wanted.claim, instead?.claim ?? '', CLAIM_MS]
    const outcome = await mapRedisErrors(claimSeatScript.run(redis, touched, args))
    if (outcome.length === 2) return { kind: 'refused', reason: REFUSALS[outcome[1]] }
    const [claimed, roomId, claim, untilMs, nowMs, name] = outcome
    return claimed === 1
      ? {
          kind: 'claimed',
          notAfterMs: untilMs - CLOCK_SKEW_MS,
          name: name === '' ? undefined : (JSON.parse(name) as Person),
        }
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

/** Passcode attempts, limited by room and account. */
export interface PasscodeTries {
  /** Call before the check; false if none is left. */
  spend(roomId: string, accountId: number): Promise<boolean>
  giveBack(roomId: string, accountId: number): Promise<void>
  /** Counts over all rooms; false if none is left. */
  spendComputation(accountId: number): Promise<boolean>
}

/** Allows typos but not guessing. */
const TRIES = 5
/** Five rooms with all tries and five opened. */
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
    return (
      (await mapRedisErrors(spendScript.run(redis, [keys.computations(accountId)], [COMPUTATIONS, WINDOW_MS]))) === 1
    )
  },
  async giveBack(roomId, accountId) {
    await mapRedisErrors(giveBackScript.run(redis, [keys.tries(roomId, accountId)], []))
  },
})
