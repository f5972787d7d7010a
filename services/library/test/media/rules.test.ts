import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { byteRange, mediaTypeOf } from '../../src/media/rules.js'

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
    ['\x00\x00\x00\x20ftypheis', undefined],
    ['\x00\x00\x00\x20ftypXAVC', 'video/mp4'],
    ['RIFF\x00\x00\x00\x00WAVE', undefined],
    ['<!doctype html>', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['#EXTM3U\n', undefined],
    [' GIF89a', undefined],
    ['', undefined],
  ])('reads %j as %s', (start, expected) => expect(mediaTypeOf(bytes(start))).toBe(expected))
})
