import { beforeEach, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import type { BlockStore } from '../../src/rotation/block-store.js'
import { createBlockedSet } from '../../src/rotation/blocked-set.js'

const DIGEST = 'd'.repeat(64)
const OURS = 'http://cdn.kla.test/ours.mp4'

let blocked: string[] = []
let asked: string[] = []
let failing = false

/** A table of blocked addresses in which the revision is their number. */
const store: BlockStore = {
  since: async (revision) =>
    revision === blocked.length ? undefined : { revision: blocked.length, addresses: blocked, digests: [] },
  block: async (address) => void blocked.push(address),
  blockGif: async () => 'blocked',
  isOurs: async (address) => {
    asked.push(address)
    if (failing) throw new Error('no database')
    return address === OURS
  },
  note: async () => false,
  takeOutFlashing: async () => 0,
  takeOutSilent: async () => 0,
  takeOutUnplayable: async () => 0,
}

beforeEach(() => {
  blocked = []
  asked = []
  failing = false
})

test('blocks an address in use with blocked content once, however often it is found', async () => {
  const set = createBlockedSet(store, quietLogger())
  await Promise.all(Array.from({ length: 20 }, () => set.foundBlocked(OURS, DIGEST)))
  await set.foundBlocked(OURS, DIGEST)
  expect(set.addressBlocked(OURS)).toBe(true)
  expect(blocked).toEqual([OURS])
  expect(asked).toEqual([OURS])
})

test('does not store unknown addresses', async () => {
  const set = createBlockedSet(store, quietLogger())
  for (let x = 0; x < 50; x++) await set.foundBlocked(`${OURS}?x=${x}`, DIGEST)
  expect(set.addressBlocked(`${OURS}?x=0`)).toBe(false)
  expect(blocked).toEqual([])
})

test('retries an address that could not be stored', async () => {
  const set = createBlockedSet(store, quietLogger())
  failing = true
  await set.foundBlocked(OURS, DIGEST)
  expect(set.addressBlocked(OURS)).toBe(false)
  failing = false
  await set.foundBlocked(OURS, DIGEST)
  expect(set.addressBlocked(OURS)).toBe(true)
})
