import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRedis, KlaError, type Redis } from '@kla/chassis'
import { REPORT_LINES_MAX, REPORT_SPEAKERS_MAX } from '@kla/proto/web'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { lastLines, type RoomLine } from '../../src/evidence/rules.js'
import { BATCHES_MAX, createTranscriptStore, type TranscriptStore } from '../../src/evidence/store.js'

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

const lineAt = (roomId: string, saidAtMs: number, message = `said at ${saidAtMs}`, accountId = 7): RoomLine => ({
  lineId: `${roomId} ${saidAtMs}`,
  roomId,
  accountId,
  username: `player${accountId}`,
  message,
  saidAtMs,
})
/** One batch for each room, as a gateway sends them. */
const record = (lines: readonly RoomLine[]): Promise<void> =>
  transcripts.keep(
    [...new Set(lines.map(({ roomId }) => roomId))].map((roomId) => ({
      roomId,
      lines: JSON.stringify(lines.filter((line) => line.roomId === roomId)),
    })),
  )
/** What a report would take along. */
const messagesOf = async (roomId: string): Promise<string[]> =>
  lastLines(await transcripts.linesOf(roomId)).map(({ message }) => message)
const keyOf = (roomId: string): string => `${prefix}transcript:{${roomId}}:batches`

test('createTranscriptStore separates the chat messages of several rooms', async () => {
  await record([lineAt('a', 2), lineAt('b', 1), lineAt('a', 1)])
  expect(await messagesOf('a')).toEqual(['said at 1', 'said at 2'])
  expect(await messagesOf('b')).toEqual(['said at 1'])
  expect(await messagesOf('nowhere')).toEqual([])
})

test('createTranscriptStore ignores a known chat message, even from two processes concurrently', async () => {
  const lines = [lineAt('twice', 1, 'first'), lineAt('twice', 1, 'changed')]
  await record(lines)
  await Promise.all([record([lineAt('twice', 2)]), record([lineAt('twice', 2), ...lines])])
  expect(await messagesOf('twice')).toEqual(['first', 'said at 2'])
})

test("createTranscriptStore keeps a speaker's last chat messages when they arrive late and out of order", async () => {
  const all = Array.from({ length: REPORT_LINES_MAX + 50 }, (_, at) => lineAt('long', at + 1))
  await record(all.slice(75))
  await record(all.slice(0, 75).reverse())
  const kept = await messagesOf('long')
  expect(kept).toEqual(all.slice(50).map(({ message }) => message))
})

test('createTranscriptStore compacts a flood without losing other speakers', async () => {
  await record([lineAt('flooded', 1, 'a threat', 1)])
  for (let batch = 0; batch < 3 * BATCHES_MAX; batch += 1) {
    const flood = Array.from({ length: 20 }, (_, at) => lineAt('flooded', batch * 20 + at + 2, 'la', 2))
    await record(flood)
    expect((await transcripts.linesOf('flooded')).length).toBeLessThanOrEqual(REPORT_LINES_MAX + 1 + 20 * BATCHES_MAX)
  }
  const kept = await messagesOf('flooded')
  expect(kept[0]).toBe('a threat')
  expect(kept).toHaveLength(1 + REPORT_LINES_MAX)
})

test('createTranscriptStore loses no chat message that arrives during compaction', async () => {
  const lines = Array.from({ length: 190 }, (_, at) => lineAt('crowded', at + 1))
  await Promise.all(lines.map((line) => record([line])))
  expect(await messagesOf('crowded')).toEqual(lines.map(({ message }) => message))
  expect(await redis.llen(keyOf('crowded'))).toBeLessThanOrEqual(190)
  await record([lineAt('crowded', 191)])
  expect(await redis.llen(keyOf('crowded'))).toBeLessThanOrEqual(BATCHES_MAX)
})

test('createTranscriptStore keeps the last speakers of a busy room', async () => {
  const speakers = Array.from({ length: REPORT_SPEAKERS_MAX + 3 }, (_, at) => at + 1)
  await record(speakers.map((id) => lineAt('busy', id, `of ${id}`, id)).reverse())
  expect(await messagesOf('busy')).toEqual(speakers.slice(3).map((id) => `of ${id}`))
  const strangers = Array.from({ length: BATCHES_MAX }, (_, at) => at + 100)
  for (const id of strangers) await record([lineAt('busy', id, `of ${id}`, id)])
  expect(await transcripts.linesOf('busy')).toHaveLength(REPORT_SPEAKERS_MAX)
})

test('createTranscriptStore forgets a room some time after its last chat message', async () => {
  await record([lineAt('quiet', 1)])
  const left = await redis.pttl(keyOf('quiet'))
  expect(left).toBeGreaterThan(KEEP_MS / 2)
  expect(left).toBeLessThanOrEqual(KEEP_MS)
})

test('createTranscriptStore is unavailable while Redis is full, and still has what it kept', async () => {
  await record([lineAt('full', 1)])
  await redis.config('SET', 'maxmemory', '1')
  const refusal = await record([lineAt('full', 2)])
    .then(
      () => undefined,
      (error: unknown) => KlaError.from(error).reason,
    )
    .finally(() => redis.config('SET', 'maxmemory', '0'))
  expect(refusal).toBe('UNAVAILABLE')
  expect(await messagesOf('full')).toEqual(['said at 1'])
})
