import { describe, expect, jest, test } from '@jest/globals'
import {
  createLoadPart,
  holdPage,
  LOAD_TIMEOUT_MS,
  pageIsFree,
  PartMissing,
} from '../../../src/shared/loading/load-part.js'
import { fakeMemory } from '../../fake-memory.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'

/** A page, and all that is loaded after it in its place; each may be another build. */
function openPages() {
  const memory = fakeMemory()
  const site = { answers: true, reloads: 0 }
  const { clock, advance } = manualClock()
  const open = (build: string) =>
    createLoadPart({
      build: () => build,
      memory,
      clock,
      free: pageIsFree,
      siteAnswers: async () => site.answers,
      reload: () => void (site.reloads += 1),
    })
  return { site, open, advance }
}

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('loads an available part and does nothing else', async () => {
  const { site, open } = openPages()
  expect(await open('a')(async () => 'shop')).toBe('shop')
  expect(site.reloads).toBe(0)
})

test('reloads the page once for missing parts, while callers keep waiting', async () => {
  const { site, open } = openPages()
  const loadPart = open('a')
  const ends: string[] = []
  for (let asked = 0; asked < 3; asked++) void loadPart(gone).finally(() => ends.push('ended'))
  await settle()
  expect([site.reloads, ends]).toEqual([1, []])
})

test('does not reload the same build twice', async () => {
  const { site, open } = openPages()
  void open('a')(gone)
  await settle()
  await expect(open('a')(gone)).rejects.toBeInstanceOf(PartMissing)
  expect(site.reloads).toBe(1)
})

test('reloads again for a later release', async () => {
  const { site, open } = openPages()
  void open('a')(gone)
  await settle()
  void open('b')(gone)
  await settle()
  expect(site.reloads).toBe(2)
})

test('stays, and keeps its reload, when the server is unreachable', async () => {
  const { site, open } = openPages()
  site.answers = false
  await expect(open('a')(gone)).rejects.toBeInstanceOf(PartMissing)
  site.answers = true
  void open('a')(gone)
  await settle()
  expect(site.reloads).toBe(1)
})

test('waits for a battle to finish', async () => {
  const { site, open } = openPages()
  const [first, second] = [holdPage(), holdPage()]
  void open('a')(gone)
  first()
  first()
  await settle()
  expect(site.reloads).toBe(0)
  second()
  await settle()
  expect(site.reloads).toBe(1)
})

test('reports a missing part of a room at once, without a reload', async () => {
  const { site, open } = openPages()
  const release = holdPage()
  await expect(open('a')(gone, { inRoom: true })).rejects.toMatchObject({ name: 'PartMissing', reason: 'missing' })
  release()
  await settle()
  expect(site.reloads).toBe(0)
})

describe('part that never answers', () => {
  const silent = () => new Promise<never>(() => undefined)

  test('is given up after 120 s without a reload', async () => {
    const { site, open, advance } = openPages()
    const loading = open('a')(silent)
    const failed = jest.fn()
    loading.catch(failed)
    advance(LOAD_TIMEOUT_MS - 1)
    await settle()
    expect(failed).not.toHaveBeenCalled()
    advance(1)
    await expect(loading).rejects.toMatchObject({ name: 'PartMissing', reason: 'timeout' })
    expect(site.reloads).toBe(0)
  })

  test('leaves no timer behind once it has loaded', async () => {
    const { open, advance } = openPages()
    expect(await open('a')(async () => 'shop')).toBe('shop')
    advance(LOAD_TIMEOUT_MS)
    await settle()
  })
})
