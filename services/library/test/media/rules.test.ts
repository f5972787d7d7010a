import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { byteRange, countGifFrames, gifSize, mediaTypeOf } from '../../src/media/rules.js'
import { makeClip } from '../support/clip-server.js'
import { gifOfFrames } from '../support/gif-bomb.js'

describe('byteRange', () => {
  test.each([
    ['', 'whole'],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes= 10 - 19', { first: 10, last: 19 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
  ])('reads %j of 100 bytes as %j', (header, expected) => {
    expect(byteRange(header, 100)).toEqual(expected)
  })

  test('never leaves the file', () => {
    const part = fc.oneof(fc.nat(200).map(String), fc.constant(''), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(part, part, fc.integer({ min: 1, max: 150 }), (from, to, size) => {
        const range = byteRange(`bytes=${from}-${to}`, size)
        if (typeof range === 'string') return
        expect(range.first).toBeGreaterThanOrEqual(0)
        expect(range.last).toBeGreaterThanOrEqual(range.first)
        expect(range.last).toBeLessThan(size)
      }),
    )
  })
})

describe('countGifFrames', () => {
  test.each([0, 1, 3, 1_000])('counts %i frames', (frames) => {
    expect(countGifFrames(gifOfFrames(100, 50, frames))).toBe(frames)
  })

  test('counts the frames that ffmpeg makes', () => expect(countGifFrames(makeClip('gif'))).toBe(10))

  test('counts the frames before the file breaks off', () => {
    const whole = gifOfFrames(100, 50, 3)
    const counts = Array.from({ length: whole.length + 1 }, (_, size) => countGifFrames(whole.subarray(0, size)))
    expect(counts).toEqual([...counts].sort())
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3]))
    expect(countGifFrames(Buffer.alloc(1_000, 0xff))).toBe(0)
    expect(countGifFrames(Buffer.alloc(0))).toBe(0)
  })
})

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('mediaTypeOf', () => {
  test.each([
    ['GIF89a\x01\x00', 'image/gif'],
    ['\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm', 'video/webm'],
    ['\x00\x00\x00\x20ftypisom\x00\x00\x02\x00', 'video/mp4'],
    ['\x1aE\xdf\xa3\x9fB\x82\x88matroska', undefined],
    ['\x00\x00\x00\x20ftypavif', undefined],
    ['\x00\x00\x00\x20ftypqt  ', undefined],
    ['RIFF\x00\x00\x00\x00WAVE', undefined],
    ['<!doctype html>', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['#EXTM3U\n', undefined],
    [' GIF89a', undefined],
    ['', undefined],
  ])('reads %j as %s', (start, expected) => expect(mediaTypeOf(bytes(start))).toBe(expected))

  test('reads the size of a GIF', () => {
    expect(gifSize(bytes('GIF89a\x40\x01\xb4\x00'))).toEqual({ width: 320, height: 180 })
  })
})
