import { describe, expect, test } from '@jest/globals'
import { gifSize, mediaTypeOf } from '../../src/domain/media-type.js'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('the type of a file', () => {
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
  ])('%j is %s', (start, expected) => expect(mediaTypeOf(bytes(start))).toBe(expected))

  test('a GIF tells its size', () => {
    expect(gifSize(bytes('GIF89a\x40\x01\xb4\x00'))).toEqual({ width: 320, height: 180 })
  })
})
