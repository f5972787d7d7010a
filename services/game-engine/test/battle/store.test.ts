import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRedis, newId, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createAnnouncementStore, createSettlementStore, type PendingStore } from '../../src/battle/effects.js'
import type { Battle } from '../../src/battle/rules/battle.js'
import { type Announcement, type Effect, effectId, type Settlement } from '../../src/battle/rules/step.js'
import { type BattleStore, createBattleStore } from '../../src/battle/store.js'
import { ALL_SHARDS, shardOf } from '../../src/shared/redis.js'
import { removeKeys } from '../support/remove-keys.js'
import { Table } from '../support/rules.js'

const prefix = `${uniqueName('kla-test')}:`
let redis: Redis
let store: BattleStore
let pending: PendingStore<Announcement>
let settlements: PendingStore<Settlement>

beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  store = createBattleStore(redis, prefix)
  pending = createAnnouncementStore(redis, prefix)
  settlements = createSettlementStore(redis, prefix)
})
afterAll(async () => {
  await removeKeys(redis, prefix)
  redis.disconnect()
})

const usedShards = new Set<number>()

/** A room in a shard of its own, since a lease takes what is left there. */
function newRoomId(): string {
  if (usedShards.size === ALL_SHARDS.length) throw new Error('every shard has a room')
  const roomId = newId()
  if (usedShards.has(shardOf(roomId))) return newRoomId()
  usedShards.add(shardOf(roomId))
  return roomId
}

/** A battle in its first prompt, with the effects of getting there. */
function prompt(deadlineMs: number): { battle: Battle; effects: Effect[]; roomId: string } {
  const table = new Table().begins()
  const roomId = newRoomId()
  const battle = { ...table.battle, roomId, deadlineMs } as Battle
  const effects = table.effects.map((effect): Effect =>
    effect.kind === 'update' ? { kind: 'update', update: { ...effect.update, roomId } } : effect,
  )
  return { battle, effects, roomId }
}

const FAR = 32_503_680_000_000
const NEW = { version: 0, token: '' }

describe('a record', () => {
  test('is empty at first, and then what was committed', async () => {
    const { battle, roomId } = prompt(FAR)
    expect(await store.load(roomId)).toMatchObject({ ...NEW, battle: undefined, answer: undefined })
    expect(await store.commit({ ...NEW, battle, effects: [] })).toMatchObject({ outcome: 'committed' })
    expect(await store.load(roomId)).toMatchObject({ version: 1, battle })
  })

  test('continues when Redis has no memory, while none can be started', async () => {
    const [one, another] = [prompt(1_000), prompt(FAR)]
    const { token } = await store.commit({ ...NEW, battle: one.battle, effects: [] })
    await redis.config('SET', 'maxmemory', '1')
    try {
      await expect(store.commit({ ...NEW, ...another })).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      const { claimed } = await store.claim(shardOf(one.roomId), () => false)
      expect(claimed).toMatchObject([{ version: 1 }])
      expect(
        await store.commit({
          version: 1,
          token,
          battle: { ...one.battle, deadlineMs: FAR } as Battle,
          effects: one.effects,
        }),
      ).toMatchObject({ outcome: 'committed' })
    } finally {
      await redis.config('SET', 'maxmemory', '0')
    }
  })

  test('accepts one of several commits on the same version', async () => {
    const { battle } = prompt(FAR)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.commit({ ...NEW, battle, effects: [] })))
    expect(outcomes.filter(({ outcome }) => outcome === 'committed')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(19)
  })

  test('accepts no commit on a version that a failover lost, although another has its number', async () => {
    const { battle, roomId } = prompt(FAR)
    const first = await store.commit({ ...NEW, battle, effects: [] })
    const key = `${prefix}{s${shardOf(roomId)}}:battle:${roomId}`
    const replica = await redis.dumpBuffer(key)
    const lost = await store.commit({ version: 1, token: first.token, battle, effects: [] })
    await redis.restore(key, 0, replica, 'REPLACE')
    const { version, token } = await store.load(roomId)
    expect({ version, token }).toEqual({ version: 1, token: first.token })
    const closed: Battle = { roomId, updateSeq: 0, roomVersion: 3, phase: 'closed' }
    const stored = await store.commit({ version, token, battle: closed, effects: [] })
    expect(await store.commit({ version: 2, token: lost.token, battle, effects: [] })).toMatchObject({
      outcome: 'conflict',
    })
    expect(await store.load(roomId)).toMatchObject({ version: 2, token: stored.token, battle: closed })
  })

  test('recognises a commit that a broken connection sent twice', async () => {
    const twice = new Proxy(redis, {
      get: (target, name) =>
        name === 'evalsha'
          ? async (...call: Parameters<Redis['evalsha']>) => {
              await target.evalsha(...call)
              return target.evalsha(...call)
            }
          : (Reflect.get(target, name) as unknown),
    })
    const { battle, roomId } = prompt(FAR)
    const memory = { accountId: 1, commandId: newId(), command: 'choose-gif' }
    const committed = await createBattleStore(twice, prefix).commit({ ...NEW, battle, effects: [], memory })
    expect(committed).toMatchObject({ outcome: 'committed' })
    expect((await store.load(roomId)).version).toBe(1)
  })

  test('returns the first answer to a repeated command, for its account only', async () => {
    const { battle, roomId } = prompt(FAR)
    const memory = { accountId: 1, commandId: newId(), command: 'choose-gif' }
    const { token } = await store.commit({ ...NEW, battle, effects: [], memory })
    expect((await store.load(roomId, memory)).answer).toEqual({})
    expect((await store.load(roomId, { ...memory, accountId: 2 })).answer).toBeUndefined()
    expect(await store.commit({ version: 1, token, battle, effects: [], memory })).toMatchObject({
      outcome: 'answered',
      answer: {},
    })
    expect((await store.load(roomId)).version).toBe(1)
  })

  test('remembers the answer to a command, but none while it is unfinished', async () => {
    const { battle, roomId } = prompt(FAR)
    const memory = { accountId: 1, commandId: newId(), command: 'choose-gif' }
    const { token } = await store.commit({ ...NEW, battle, effects: [], memory, answer: null })
    expect((await store.load(roomId, memory)).answer).toBeUndefined()
    const answer = { remainingWildCards: 3 }
    const answered = await store.commit({ version: 1, token, battle, effects: [], memory, answer })
    expect(answered).toMatchObject({ outcome: 'committed' })
    expect((await store.load(roomId, memory)).answer).toEqual(answer)
    const again = { version: 2, token: answered.token, battle, effects: [], memory, answer: null }
    expect(await store.commit(again)).toMatchObject({ outcome: 'answered', answer })
  })

  test('remembers the first answer, not a later one', async () => {
    const memory = { accountId: 1, commandId: newId(), command: 'choose-gif' }
    const roomId = newId()
    expect(await store.remember(roomId, memory, { refused: 'NOT_PLAYING' })).toEqual({ refused: 'NOT_PLAYING' })
    expect(await store.remember(roomId, memory, { refused: 'NOT_VOTING' })).toEqual({ refused: 'NOT_PLAYING' })
  })

  test('expires a while after the room closed', async () => {
    const roomId = newId()
    const battle: Battle = { roomId, updateSeq: 0, roomVersion: 3, phase: 'closed' }
    await store.commit({ ...NEW, battle, effects: [] })
    const lives = await redis.pttl(`${prefix}{s${shardOf(roomId)}}:battle:${roomId}`)
    expect(lives).toBeGreaterThan(60_000)
    expect(lives).toBeLessThanOrEqual(600_000)
  })
})

describe('a deadline', () => {
  const ownsNone = (): boolean => false

  test('is not claimed by the owner of that commit', async () => {
    const { battle, roomId } = prompt(1)
    const { token } = await store.commit({ ...NEW, battle, effects: [] })
    const claimedBut = async (kept: string): Promise<boolean> => {
      const keeps = (room: string, stored: string): boolean => room === roomId && stored === kept
      return (await store.claim(shardOf(roomId), keeps)).claimed.some((claim) => claim.battle.roomId === roomId)
    }
    expect(await claimedBut(token)).toBe(false)
    expect(await redis.zscore(`${prefix}{s${shardOf(roomId)}}:deadlines`, roomId)).toBe('1')
    expect(await claimedBut('another')).toBe(true)
    const closed: Battle = { roomId, updateSeq: 0, roomVersion: 3, phase: 'closed' }
    await store.commit({ version: 1, token, battle: closed, effects: [] })
  })

  test('is claimed by one of several pods, and not again within the lease', async () => {
    const { battle, roomId } = prompt(1)
    const { token } = await store.commit({ ...NEW, battle, effects: [] })
    const claims = await Promise.all(Array.from({ length: 10 }, () => store.claim(shardOf(roomId), ownsNone)))
    const mine = claims.flatMap(({ claimed }) => claimed).filter((claim) => claim.battle.roomId === roomId)
    expect(mine).toEqual([{ version: 1, token, battle }])
    const leased = Number(await redis.zscore(`${prefix}{s${shardOf(roomId)}}:deadlines`, roomId))
    expect(leased).toBeGreaterThan(store.nowMs())
    expect(leased).toBeLessThanOrEqual(store.nowMs() + 2_100)
    // Another test's battle may lie in the same shard and must not find this deadline there.
    const closed: Battle = { roomId, updateSeq: 0, roomVersion: 3, phase: 'closed' }
    await store.commit({ version: 1, token, battle: closed, effects: [] })
  })

  test('is not claimed before the head start of its pod is over', async () => {
    const { nowMs: deadlineMs } = await store.load(newId())
    const { battle, roomId } = prompt(deadlineMs)
    await store.commit({ ...NEW, battle, effects: [] })
    const isClaimed = async (): Promise<boolean> =>
      (await store.claim(shardOf(roomId), ownsNone)).claimed.some((claim) => claim.battle.roomId === roomId)
    while (!(await isClaimed())) await sleep(10)
    expect(store.nowMs() - deadlineMs).toBeGreaterThanOrEqual(100)
  })

  test('is not claimed in the future', async () => {
    const { battle, roomId } = prompt(FAR)
    await store.commit({ ...NEW, battle, effects: [] })
    const { claimed } = await store.claim(shardOf(roomId), ownsNone)
    expect(claimed.filter((claim) => claim.battle.roomId === roomId)).toEqual([])
  })
})

describe('effects', () => {
  test('belong to the committing pod for a second, then to any pod, until cleared', async () => {
    const { battle, effects, roomId } = prompt(FAR)
    const shard = shardOf(roomId)
    await store.commit({ ...NEW, battle, effects })
    expect((await pending.lease(shard)).effects).toEqual([])
    // As if the second had passed.
    const from = `${prefix}{s${shard}}:pending-from`
    for (const id of await redis.zrange(from, 0, -1)) await redis.zadd(from, 1, id)
    const taken = await Promise.all([pending.lease(shard), pending.lease(shard)])
    expect(taken.flatMap((one) => one.effects)).toHaveLength(effects.length)
    expect(taken[0]).toMatchObject({ pending: effects.length })
    expect(taken.flatMap((one) => one.effects)).toEqual(expect.arrayContaining(effects))
    await redis.zadd(from, 1, `update:${roomId}:1`)
    await pending.clear(
      effects.flatMap((effect) => (effect.kind === 'update' ? [{ id: effectId(effect), roomId }] : [])),
    )
    expect((await pending.lease(shard)).effects).toEqual([])
  })

  test('that settle holds have a separate queue', async () => {
    const { battle, roomId, effects } = prompt(FAR)
    const shard = shardOf(roomId)
    const settlement: Settlement = { kind: 'settle', roomId, key: `wild-card:${newId()}`, outcome: 'release' }
    const before = [(await pending.lease(shard)).pending, (await settlements.lease(shard)).pending]
    await store.commit({ ...NEW, battle, effects: [settlement, ...effects] })
    await redis.zadd(`${prefix}{s${shard}}:settlements-from`, 1, `settle:${settlement.key}`)
    const taken = await settlements.lease(shard)
    expect(taken.effects).toEqual([settlement])
    expect([(await pending.lease(shard)).pending, taken.pending]).toEqual([before[0]! + effects.length, before[1]! + 1])
    await settlements.clear([{ id: effectId(settlement), roomId }])
    expect((await settlements.lease(shard)).pending).toBe(before[1])
  })

  test('are overdue from when any pod could act first, however often they were leased since', async () => {
    const { battle, effects, roomId } = prompt(FAR)
    const shard = shardOf(roomId)
    await store.commit({ ...NEW, battle, effects })
    const [from, ids] = [`${prefix}{s${shard}}:pending-from`, effects.map(effectId)]
    const dueAt = async (ms: number): Promise<void> => {
      for (const id of ids) await redis.zadd(from, ms, id)
    }
    const { nowMs } = await store.load(roomId)
    await dueAt(nowMs - 60_000)
    // Every one fails, and each lease ends.
    for (let lease = 0; lease < 3; lease += 1) {
      const { effects: taken, overdueMs } = await pending.lease(shard)
      expect(taken).toHaveLength(effects.length)
      expect(overdueMs).toBeGreaterThanOrEqual(60_000)
      await dueAt(nowMs - 1)
    }
    await pending.clear([{ id: ids[0]!, roomId }])
    expect(await redis.zcard(`${prefix}{s${shard}}:pending-since`)).toBe(ids.length - 1)
    // What a pod of an earlier release clears.
    await redis.hdel(`${prefix}{s${shard}}:pending`, ...ids)
    expect(await pending.lease(shard)).toMatchObject({ pending: 0, overdueMs: 0 })
  })

  test('of a refused commit are not stored', async () => {
    const { battle, roomId, effects } = prompt(FAR)
    await store.commit({ ...NEW, battle, effects: [] })
    const before = (await pending.lease(shardOf(roomId))).pending
    await store.commit({ ...NEW, battle, effects })
    expect((await pending.lease(shardOf(roomId))).pending).toBe(before)
  })
})

test('rooms are spread evenly over the shards', () => {
  const counts = new Map<number, number>()
  for (let at = 0; at < 16_000; at++) {
    const shard = shardOf(newId())
    counts.set(shard, (counts.get(shard) ?? 0) + 1)
  }
  expect(counts.size).toBe(16)
  for (const count of counts.values()) expect(count).toBeGreaterThan(700)
})
