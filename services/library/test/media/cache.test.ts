import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type MediaCache, openMediaCache } from '../../src/media/cache.js'
import type { CachedMedia } from '../../src/media/notes.js'

const MAX_NOTES = 10

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-cache-test-'))
})
afterEach(() => rm(directory, { recursive: true }))

const openCache = (maxBytes = 1e9): Promise<MediaCache> => openMediaCache(directory, maxBytes, MAX_NOTES)
const noteFiles = async (): Promise<number> => (await readdir(join(directory, 'addresses'))).length

/** Keeps 100 bytes that no other text gives. */
async function keep(cache: MediaCache, text: string): Promise<CachedMedia> {
  const path = cache.newPath()
  await writeFile(path, text.padEnd(100))
  const sourceDigest = createHash('sha256').update(text).digest('hex')
  return cache.keep(path, { use: 'clip', sourceDigest, contentType: 'video/mp4', fetchedAtMs: 0, flashes: false })
}

test('is readable only by its user, even if it was left open', async () => {
  await mkdir(join(directory, 'content'))
  await chmod(join(directory, 'content'), 0o755)
  await openCache()
  for (const name of ['content', 'addresses', 'work']) {
    expect([name, ((await stat(join(directory, name))).mode & 0o777).toString(8)]).toEqual([name, '700'])
  }
})

test('goes on when its folders are cleaned away under it', async () => {
  const cache = await openCache()
  const lost = await keep(cache, 'a')
  await rm(directory, { recursive: true })
  expect(await cache.open(lost.digest)).toBeUndefined()
  const media = await keep(cache, 'b')
  await cache.note('http://cdn.kla.test/b', media)
  expect(await cache.find('http://cdn.kla.test/b', 'clip')).toEqual(media)
  await (await cache.open(media.digest))!.close()
})

test('keeps only the most recently used notes when many addresses hold one content', async () => {
  const cache = await openCache()
  const media = await keep(cache, 'a')
  for (let x = 0; x < 2 * MAX_NOTES; x++) {
    await cache.note(`http://cdn.kla.test/a?x=${x}`, media)
    expect(await cache.find('http://cdn.kla.test/a?x=0', 'clip')).toEqual(media)
  }
  expect([await noteFiles(), cache.notes]).toEqual([MAX_NOTES, MAX_NOTES])
  expect(await cache.find(`http://cdn.kla.test/a?x=${2 * MAX_NOTES - 1}`, 'clip')).toEqual(media)
  expect(await cache.find('http://cdn.kla.test/a?x=1', 'clip')).toBeUndefined()
})

test('removes notes of missing content and unreadable notes at start', async () => {
  const cache = await openCache(150)
  await cache.note('http://cdn.kla.test/gone', await keep(cache, 'gone'))
  const kept = await keep(cache, 'kept')
  await cache.note('http://cdn.kla.test/kept', kept)
  await writeFile(join(directory, 'addresses', 'torn.json'), '')
  expect(await noteFiles()).toBe(5)
  const next = await openCache(150)
  expect([await noteFiles(), next.notes]).toEqual([2, 2])
  expect(await next.find('http://cdn.kla.test/kept', 'clip')).toEqual(kept)
  expect(await next.findSource(kept.sourceDigest, 'clip')).toEqual(kept)
})

test('cuts notes beyond the limit at start, as after it was lowered', async () => {
  const before = await openMediaCache(directory, 1e9, 1_000)
  const media = await keep(before, 'a')
  // More than are read together.
  const addresses = Array.from({ length: 70 }, (_, x) => `http://cdn.kla.test/a?x=${x}`)
  await Promise.all(addresses.map((address) => before.note(address, media)))
  const cache = await openCache()
  expect([await noteFiles(), cache.notes]).toEqual([MAX_NOTES, MAX_NOTES])
})

test('forgets the judgements of an older flash meter, while running and at start', async () => {
  const cache = await openCache()
  const media = await keep(cache, 'a')
  await cache.note('http://cdn.kla.test/a', media)
  for (const name of await readdir(join(directory, 'addresses'))) {
    const path = join(directory, 'addresses', name)
    const { meter, ...older } = JSON.parse(await readFile(path, 'utf8')) as { meter: number }
    expect(meter).toBeGreaterThan(1)
    await writeFile(path, JSON.stringify(older))
  }
  const next = await openCache()
  for (const each of [cache, next]) {
    expect(await each.find('http://cdn.kla.test/a', 'clip')).toBeUndefined()
    expect(await each.findSource(media.sourceDigest, 'clip')).toBeUndefined()
  }
  expect(next.notes).toBe(0)
})
