import { createRedis, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RoomLine } from '../../src/domain/transcript/recorded-line.js'
import { createTranscriptStore, type TranscriptStore } from '../../src/store/transcript-store.js'

const KEEP_MS = 60_000
let redis: Redis
let transcripts: TranscriptStore
const prefix = `${uniqueName('moderation')}:`

beforeAll(() => {
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  transcripts = createTranscriptStore(redis, prefix, KEEP_MS)
})
afterAll(() => {
  redis.disconnect()
})

const lineAt = (roomId: string, saidAtMs: number, message = `said at ${saidAtMs}`): RoomLine => ({
  lineId: `${roomId} ${saidAtMs}`,
  roomId,
  accountId: 7,
  username: 'player7',
  message,
  saidAtMs,
})
const messagesOf = async (roomId: string): Promise<string[]> => {
  const lines = [...(await transcripts.linesOf(roomId))]
  return lines.sort((one, other) => one.saidAtMs - other.saidAtMs).map(({ message }) => message)
}

test('lines of several rooms in one batch, each in its own', async () => {
  await transcripts.record([lineAt('a', 2), lineAt('b', 1), lineAt('a', 1)])
  expect(await messagesOf('a')).toEqual(['said at 1', 'said at 2'])
  expect(await messagesOf('b')).toEqual(['said at 1'])
  expect(await messagesOf('nowhere')).toEqual([])
})

test('a line that is known changes nothing, in one batch or in another, from two processes at once', async () => {
  const told = [lineAt('twice', 1, 'first'), lineAt('twice', 1, 'changed')]
  await transcripts.record(told)
  await Promise.all([transcripts.record([lineAt('twice', 2)]), transcripts.record([lineAt('twice', 2), ...told])])
  expect(await messagesOf('twice')).toEqual(['first', 'said at 2'])
})

test('the last hundred are kept, also when they come late and out of order', async () => {
  const all = Array.from({ length: 150 }, (_, at) => lineAt('long', at + 1))
  await transcripts.record(all.slice(75))
  await transcripts.record(all.slice(0, 75).reverse())
  const kept = await messagesOf('long')
  expect(kept).toEqual(all.slice(50).map(({ message }) => message))
  expect(await redis.zcard(`${prefix}transcript:{long}:order`)).toBe(100)
})

test('a room is forgotten some time after its last line', async () => {
  await transcripts.record([lineAt('quiet', 1)])
  for (const key of ['lines', 'order']) {
    const left = await redis.pttl(`${prefix}transcript:{quiet}:${key}`)
    expect(left).toBeGreaterThan(KEEP_MS / 2)
    expect(left).toBeLessThanOrEqual(KEEP_MS)
  }
})
