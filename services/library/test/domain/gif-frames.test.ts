import { describe, expect, test } from '@jest/globals'
import { countGifFrames } from '../../src/domain/gif-frames.js'
import { makeClip } from '../clip-server.js'
import { gifOfFrames } from '../gif-bomb.js'

describe('the frames of a GIF', () => {
  test.each([0, 1, 3, 1_000])('are counted: %i', (frames) => {
    expect(countGifFrames(gifOfFrames(100, 50, frames))).toBe(frames)
  })

  test('are counted in what ffmpeg makes', () => expect(countGifFrames(makeClip('gif'))).toBe(10))

  test('are those before the file breaks off, wherever that is', () => {
    const whole = gifOfFrames(100, 50, 3)
    const counts = Array.from({ length: whole.length + 1 }, (_, size) => countGifFrames(whole.subarray(0, size)))
    expect(counts).toEqual([...counts].sort())
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3]))
    expect(countGifFrames(Buffer.alloc(1_000, 0xff))).toBe(0)
    expect(countGifFrames(Buffer.alloc(0))).toBe(0)
  })
})
