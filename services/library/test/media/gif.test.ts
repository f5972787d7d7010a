import { describe, expect, test } from '@jest/globals'
import { hasCanvas, readGif, withCanvas } from '../../src/media/gif.js'
import { makeClip } from '../support/clip-server.js'
import { gifOfFrames } from '../support/gif-bomb.js'
import { writeGif } from '../support/write-gif.js'

const countGifFrames = (bytes: Uint8Array): number => readGif(bytes).delaysMs.length

describe('readGif', () => {
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

  test('reads delays as browsers play them: below 20 ms, or missing, means 100 ms', () => {
    const gif = writeGif({ frames: [0, 1, 2, 7, 65_535, undefined].map((delay) => ({ delay })) })
    expect(readGif(gif).delaysMs).toEqual([100, 100, 20, 70, 655_350, 100])
  })

  test('gives a canvas without a size that of the first frame, at its position', () => {
    const none = writeGif({
      width: 0,
      height: 0,
      frames: [
        { left: 4, top: 2, width: 10, height: 6 },
        { width: 30, height: 30 },
      ],
    })
    expect(readGif(none)).toMatchObject({ width: 14, height: 8 })
    expect([none, withCanvas(none, readGif(none))].map((gif) => hasCanvas(gif, readGif(none)))).toEqual([false, true])
    expect(readGif(writeGif({ width: 20, height: 10, frames: [{}] }))).toMatchObject({ width: 20, height: 10 })
  })

  test('grows a canvas to its first frame, each side alone, and not to a later one', () => {
    const small = writeGif({
      width: 8,
      height: 40,
      frames: [
        { left: 4, top: 2, width: 10, height: 6 },
        { width: 50, height: 50 },
      ],
    })
    const gif = readGif(small)
    expect(gif).toMatchObject({ width: 14, height: 40 })
    expect([small, withCanvas(small, gif)].map((bytes) => hasCanvas(bytes, gif))).toEqual([false, true])
    const large = writeGif({ width: 60, height: 60, frames: [{ width: 8, height: 8 }] })
    expect(hasCanvas(large, readGif(large))).toBe(true)
  })
})
