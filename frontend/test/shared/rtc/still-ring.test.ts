import { describe, expect, test } from '@jest/globals'
import { RING_KEPT_MS, SEALED_MAX_BYTES, STILL_INTERVAL_MS, STILLS_MAX } from '@kla/proto/web'
import { containIn, type DrawnStill, STILL_MAX_BYTES } from '../../../src/shared/rtc/draw-still.js'
import { createStillRing } from '../../../src/shared/rtc/still-ring.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'

const JONAS = 22
const KIM = 33

function ringOf(draw: (source: string) => Promise<DrawnStill | null> = async () => drawn(1)) {
  const { clock, advance } = manualClock()
  const sources: string[] = []
  const ring = createStillRing<string>({
    clock,
    draw: (source) => {
      sources.push(source)
      return draw(source)
    },
  })
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      await settle()
      advance(STILL_INTERVAL_MS)
    }
    await settle()
  }
  return { ring, clock, advance, seconds, sources }
}

const drawn = (mark: number): DrawnStill => ({ still: Uint8Array.of(mark), patch: Uint8Array.of(mark) })

describe('ring of stills', () => {
  test('takes none before the picture is shown', async () => {
    const { ring, seconds, sources } = ringOf()
    ring.about(JONAS)
    await seconds(3)
    expect(ring.of(JONAS)).toEqual([])
    expect(sources).toEqual([])
  })

  test('takes one at once and one each second, with their times', async () => {
    const { ring, clock, seconds } = ringOf()
    const since = clock.now()
    ring.about(JONAS)
    ring.film('picture')
    await seconds(2)
    expect(ring.of(JONAS).map(({ takenAtMs }) => takenAtMs - since)).toEqual([0, 1000, 2000])
  })

  test(`keeps the last ${STILLS_MAX}`, async () => {
    let mark = 0
    const { ring, seconds } = ringOf(async () => drawn((mark += 1)))
    ring.about(JONAS)
    ring.film('picture')
    await seconds(STILLS_MAX + 5)
    const kept = ring.of(JONAS)
    expect(kept).toHaveLength(STILLS_MAX)
    expect(kept.at(-1)?.still).toEqual(Uint8Array.of(STILLS_MAX + 6))
  })

  test('keeps what is there and takes no more once the picture is covered', async () => {
    const { ring, seconds } = ringOf()
    ring.about(JONAS)
    ring.film('picture')
    await seconds(1)
    ring.film(null)
    await seconds(5)
    expect(ring.of(JONAS)).toHaveLength(2)
  })

  test('drops a picture that was being drawn when the picture was covered', async () => {
    let finish = (_: DrawnStill) => {}
    const { ring, seconds } = ringOf(() => new Promise((resolve) => (finish = resolve)))
    ring.about(JONAS)
    ring.film('picture')
    await settle()
    ring.film(null)
    finish(drawn(1))
    await seconds(1)
    expect(ring.of(JONAS)).toEqual([])
  })

  test('does not draw twice at a time on a slow machine', async () => {
    let finish = (_: DrawnStill) => {}
    const { ring, seconds, sources } = ringOf(() => new Promise((resolve) => (finish = resolve)))
    ring.about(JONAS)
    ring.film('picture')
    await seconds(3)
    expect(sources).toHaveLength(1)
    finish(drawn(1))
    await seconds(1)
    expect(sources).toHaveLength(2)
  })

  test('goes on after a picture that could not be drawn', async () => {
    let tries = 0
    const { ring, seconds } = ringOf(() =>
      (tries += 1) === 1 ? Promise.reject(new Error('no')) : Promise.resolve(drawn(1)),
    )
    ring.about(JONAS)
    ring.film('picture')
    await seconds(1)
    expect(ring.of(JONAS)).toHaveLength(1)
  })

  test('is cleared when the opponent changes, and not when the same one is named again', async () => {
    const { ring, seconds } = ringOf()
    ring.about(JONAS)
    ring.film('picture')
    await seconds(1)
    ring.film(null)
    ring.about(JONAS)
    expect(ring.of(JONAS)).toHaveLength(2)
    ring.about(KIM)
    expect(ring.of(JONAS)).toEqual([])
    expect(ring.of(KIM)).toEqual([])
  })

  test('is dropped a minute after the room was left', async () => {
    const { ring, seconds, advance } = ringOf()
    ring.about(JONAS)
    ring.film('picture')
    await seconds(1)
    ring.film(null)
    ring.dropLater()
    advance(RING_KEPT_MS - 1)
    expect(ring.of(JONAS)).toHaveLength(2)
    advance(1)
    expect(ring.get()).toEqual({ person: null, count: 0 })
  })
})

test('a full ring fits an envelope', () => {
  expect(STILLS_MAX * (STILL_MAX_BYTES + 2 * 1024)).toBeLessThan(SEALED_MAX_BYTES - 8 * 1024)
})

test.each([
  [
    { width: 640, height: 360 },
    { x: 0, y: 0, width: 320, height: 180 },
  ],
  [
    { width: 640, height: 480 },
    { x: 40, y: 0, width: 240, height: 180 },
  ],
  [
    { width: 360, height: 640 },
    { x: 109.5, y: 0, width: 101, height: 180 },
  ],
])('draws the whole of a picture of %j', (size, place) => {
  expect(containIn({ width: 320, height: 180 }, size)).toEqual(place)
})
