import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import type { MediaUse } from '@kla/proto/web'
import { type MediaCache, openMediaCache } from '../../src/media/cache.js'
import { createMediaLoader } from '../../src/media/loader.js'
import { createMediaSource, type FetchOutcome } from '../../src/media/source.js'
import { resolveByDns } from '../../src/shared/guarded-request.js'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { nothingBlocked } from '../support/nothing-blocked.js'

const mp4 = makeClip('mp4', '100x56')
const numbered = (at: number): Buffer => Buffer.concat([mp4, Buffer.from([at])])

let directory: string
let server: ClipServer
let failing: 'no' | 'error' | 'page' = 'no'
let nowMs = 0
let outcomes: FetchOutcome[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-source-test-'))
  failing = 'no'
  nowMs = 0
  outcomes = []
  const routes = Array.from({ length: 5 }, (_, at) => [
    `/${at}.mp4`,
    (_request: unknown, response: ServerResponse) => {
      if (failing === 'no') response.end(numbered(at))
      else if (failing === 'error') response.writeHead(503).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Back soon</title>')
    },
  ])
  server = await startClipServer(Object.fromEntries(routes))
})
afterEach(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const sourceOver = (cache: MediaCache, guard = nothingBlocked) => {
  const rules = { allowedHosts: [server.host], privateOrigins: [server.origin] }
  const parts = { cache, guard, now: () => nowMs }
  const loader = createMediaLoader({
    ...parts,
    fetching: { rules, resolve: resolveByDns, maxBytes: 1_000_000, timeoutMs: 2_000 },
    converting: {
      ffmpegPath: 'ffmpeg',
      ffprobePath: 'ffprobe',
      timeoutMs: 5_000,
      maxBytes: 1_000_000,
      maxMemoryBytes: 1e9,
    },
    conversionsAtOnce: 1,
    conversionsWaiting: 1,
  })
  return createMediaSource({ ...parts, loader, rules, freshMs: 1_000, count: (outcome) => outcomes.push(outcome) })
}
const readAll = async (source: ReturnType<typeof sourceOver>, at: number): Promise<Buffer> => {
  const file = await source.open(`${server.origin}/${at}.mp4`, async () => 'clip')
  return file.read(0, file.size).finally(() => file.close())
}

test('evicts the least recently used file and fetches it again on request', async () => {
  const cache = await openMediaCache(directory, 3.5 * mp4.length)
  const source = sourceOver(cache)
  for (const at of [0, 1, 2]) await readAll(source, at)
  await readAll(source, 0)
  await readAll(source, 3)
  expect(cache.bytes).toBeLessThanOrEqual(3.5 * mp4.length)
  await readAll(source, 0)
  expect(await readAll(source, 1)).toEqual(numbered(1))
  expect([0, 1, 2, 3].map((at) => server.asked.get(`/${at}.mp4`))).toEqual([1, 2, 1, 1])
})

test('keeps a file readable that is evicted during a read', async () => {
  const source = sourceOver(await openMediaCache(directory, 1.5 * mp4.length))
  const file = await source.open(`${server.origin}/0.mp4`, async () => 'clip')
  await readAll(source, 1)
  expect(await file.read(0, file.size)).toEqual(numbered(0))
  await file.close()
})

test('finds what another process has cached', async () => {
  await readAll(sourceOver(await openMediaCache(directory, 1e9)), 0)
  expect(await readAll(sourceOver(await openMediaCache(directory, 1e9)), 0)).toEqual(numbered(0))
  expect(outcomes).toEqual(['fetched', 'cached'])
})

test.each(['error', 'page'] as const)('refetches a stale copy and serves it if the host answers: %s', async (fault) => {
  const noted: string[] = []
  const guard = {
    ...nothingBlocked,
    fetched: (_address: string, digest: string) => void noted.push(digest),
    foundSilent: async (address: string) => void noted.push(address),
    foundUnplayable: async (address: string) => void noted.push(address),
  }
  const source = sourceOver(await openMediaCache(directory, 1e9), guard)
  await readAll(source, 0)
  nowMs = 2_000
  failing = fault
  expect(await readAll(source, 0)).toEqual(numbered(0))
  failing = 'no'
  await readAll(source, 0)
  expect(outcomes).toEqual(['fetched', 'stale', 'fetched'])
  // The clip's own digest: never that of a page, which many GIFs of a host would share.
  expect([...new Set(noted)]).toHaveLength(1)
})

test('refuses a cached copy of blocked content from memory and reports it once in a while', async () => {
  const reported: string[] = []
  const blocked = { address: false, content: false }
  const guard = {
    ...nothingBlocked,
    addressBlocked: () => blocked.address,
    contentBlocked: () => blocked.content,
    foundBlocked: async (address: string) => void reported.push(address),
  }
  const source = sourceOver(await openMediaCache(directory, 1e9), guard)
  await readAll(source, 0)
  blocked.content = true
  for (let ask = 0; ask < 5; ask++) await expect(readAll(source, 0)).rejects.toMatchObject({ reason: 'MEDIA_BLOCKED' })
  expect(reported).toHaveLength(1)
  nowMs = 60_000
  await expect(readAll(source, 0)).rejects.toMatchObject({ reason: 'MEDIA_BLOCKED' })
  expect(reported).toHaveLength(2)
  blocked.address = true
  nowMs = 120_000
  await expect(readAll(source, 0)).rejects.toMatchObject({ reason: 'MEDIA_BLOCKED' })
  expect(reported).toHaveLength(2)
  expect(outcomes).toEqual(['fetched', ...Array.from({ length: 7 }, () => 'blocked')])
})

test('serves neither unknown addresses nor, while the lookup is unavailable, cached ones', async () => {
  const source = sourceOver(await openMediaCache(directory, 1e9))
  const open = (at: number, useOf: () => Promise<MediaUse | undefined>) =>
    source.open(`${server.origin}/${at}.mp4`, useOf)
  await expect(open(0, async () => undefined)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  expect(server.asked.get('/0.mp4')).toBeUndefined()
  await readAll(source, 1)
  await expect(open(1, async () => undefined)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  const away = () => Promise.reject(new KlaError('UNAVAILABLE'))
  await expect(open(1, away)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  expect(server.asked.get('/1.mp4')).toBe(1)
})
