import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { PATCH, STILL } from '@kla/proto/web'
import fc from 'fast-check'
import { isJpegWithin, jpegSize } from '../../../src/places/rules/jpeg.js'
import { aJpeg } from '../../support/stills.js'

const size = fc.record({ width: fc.integer({ min: 1, max: 65_535 }), height: fc.integer({ min: 1, max: 65_535 }) })
/** Segments that may stand before the frame. */
const segments = fc.array(
  fc
    .tuple(fc.constantFrom(0xe0, 0xe1, 0xdb, 0xc4, 0xdd, 0xfe), fc.uint8Array({ maxLength: 40 }))
    .map(([marker, body]) => [...[0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff], ...body]),
  { maxLength: 6 },
)

describe('jpegSize', () => {
  test('reads the size of any picture, whatever precedes its frame', () => {
    fc.assert(
      fc.property(size, segments, (of, before) => {
        const [soi, rest] = [[0xff, 0xd8], aJpeg(of).subarray(8)]
        expect(jpegSize(Uint8Array.from([...soi, ...before.flat(), ...rest]))).toEqual(of)
      }),
    )
  })

  test('reads real pictures', () => {
    const file = new URL('../../../../../proto/test/sealed-stills.json', import.meta.url)
    const { stills } = JSON.parse(readFileSync(file, 'utf8')) as { stills: { patch: string; still: string }[] }
    expect(jpegSize(Buffer.from(stills[0]!.patch, 'base64url'))).toEqual(PATCH)
    expect(jpegSize(Buffer.from(stills[0]!.still, 'base64url'))).toEqual(STILL)
  })

  test('returns undefined for a truncated header', () => {
    const picture = aJpeg(STILL)
    const frameEnds = 2 + 6 + 1 + 13
    for (let length = 0; length < frameEnds; length++) expect(jpegSize(picture.subarray(0, length))).toBeUndefined()
    expect(jpegSize(picture.subarray(0, frameEnds))).toEqual(STILL)
  })

  test('never throws, and finds a size only in data that begins as a JPEG', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((tail) => Uint8Array.from([0xff, 0xd8, 0xff, ...tail])),
    )
    fc.assert(
      fc.property(bytes, (given) => {
        const found = jpegSize(given)
        if (found === undefined) return
        expect([...given.subarray(0, 2)]).toEqual([0xff, 0xd8])
        expect(Math.min(found.width, found.height)).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })

  test('never throws for a picture with flipped bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(255)), { maxLength: 4 }), (flips) => {
        const picture = Uint8Array.from(aJpeg(PATCH))
        for (const [at, value] of flips) picture[at] = value
        jpegSize(picture)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a frame after the scan', Buffer.concat([Buffer.from('ffd8ffda00080101000000', 'hex'), aJpeg(PATCH).subarray(2)])],
    ['a height that comes later', aJpeg({ width: 32, height: 0 })],
  ])('takes no size from %s', (_what, bytes) => {
    expect(jpegSize(bytes)).toBeUndefined()
  })
})

test('isJpegWithin accepts pictures of the size or smaller', () => {
  expect(isJpegWithin(aJpeg(PATCH), PATCH)).toBe(true)
  expect(isJpegWithin(aJpeg({ width: 1, height: 1 }), PATCH)).toBe(true)
  expect(isJpegWithin(aJpeg({ width: PATCH.width + 1, height: 1 }), PATCH)).toBe(false)
  expect(isJpegWithin(aJpeg({ width: 1, height: PATCH.height + 1 }), PATCH)).toBe(false)
  expect(isJpegWithin(new Uint8Array(), PATCH)).toBe(false)
})
