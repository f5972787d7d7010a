import { expect, test } from '@jest/globals'
import { RING_KEPT_MS, STILL_INTERVAL_MS, STILLS_MAX } from '@kla/proto/web'
import { holdStills } from '../../../src/entities/reports/held-stills.js'
import { createStillRing } from '../../../src/shared/rtc/still-ring.js'
import { settle } from '../../settle.js'
import { manualClock } from '../../shared/realtime/manual-clock.js'

const JONAS = 22
const KIM = 33

async function filmed(seconds = 2) {
  const { clock, advance } = manualClock()
  let mark = 0
  const ring = createStillRing<string>({
    clock,
    draw: async () => ({ still: Uint8Array.of((mark += 1)), patch: Uint8Array.of(mark) }),
  })
  const film = async (person: number, count: number) => {
    ring.about(person)
    ring.film(`picture of ${person}`)
    await settle()
    for (let second = 1; second < count; second += 1) {
      advance(STILL_INTERVAL_MS)
      await settle()
    }
    ring.film(null)
  }
  await film(JONAS, seconds)
  return { ring, clock, advance, film }
}

const marksOf = ({ get }: ReturnType<typeof holdStills>) => get().map(({ still }) => still[0])

test('the stills of an open report stay when another player takes the seat', async () => {
  const { ring, clock, film } = await filmed()
  const held = holdStills(ring, JONAS)
  held.follow(clock)
  await film(KIM, 3)
  expect(ring.of(JONAS)).toEqual([])
  expect(marksOf(held)).toEqual([1, 2])
})

test('grow with what is shown while the report is open, up to the last seconds of a whole ring', async () => {
  const { ring, clock, advance, film } = await filmed(1)
  const held = holdStills(ring, JONAS)
  held.follow(clock)
  advance(STILL_INTERVAL_MS)
  await film(JONAS, 4)
  expect(marksOf(held)).toEqual([1, 2, 3, 4, 5])
  advance(STILL_INTERVAL_MS)
  await film(JONAS, STILLS_MAX)
  expect(marksOf(held)).toEqual(Array.from({ length: STILLS_MAX }, (_, at) => at + 1))
})

test('are forgotten a minute after the report was begun', async () => {
  const { ring, clock, advance } = await filmed()
  const held = holdStills(ring, JONAS)
  held.follow(clock)
  ring.about(KIM)
  let told = 0
  held.subscribe(() => (told += 1))
  advance(RING_KEPT_MS - 1)
  expect(marksOf(held)).toEqual([1, 2])
  advance(1)
  expect(marksOf(held)).toEqual([])
  expect(told).toBe(1)
})

test('are forgotten with those of the ring, a minute after the room was left', async () => {
  const { ring, clock, advance } = await filmed()
  ring.dropLater()
  advance(RING_KEPT_MS / 2)
  const held = holdStills(ring, JONAS)
  held.follow(clock)
  advance(RING_KEPT_MS / 2)
  expect(marksOf(held)).toEqual([])
})

test('are those that the ring takes later if there were none', async () => {
  const { ring, clock, film } = await filmed(0)
  const held = holdStills(ring, KIM)
  held.follow(clock)
  expect(marksOf(held)).toEqual([])
  await film(KIM, 2)
  expect(held.get()).toHaveLength(2)
})
