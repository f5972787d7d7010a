import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gifToMp4, watchForFlashes } from '../../src/media/convert.js'
import { FlashMeter, WATCHED, WATCHED_BYTES } from '../../src/media/flashes.js'

const LIMITS = { ffmpegPath: 'ffmpeg', timeoutMs: 30_000, maxBytes: 20 * 1024 ** 2, maxMemoryBytes: 1024 ** 3 }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-flashes-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** On for the first half of each period. */
const on = (hertz: number): string => `lt(mod(T*${hertz},1),0.5)`
const grey = (luma: string): string => `geq=lum='${luma}':cb=128:cr=128`
const black = (frames: string): string => `color=c=black:s=160x90:r=20:d=3,${frames}`

const CLIPS: readonly (readonly [name: string, source: string, flashes: boolean])[] = [
  ['a flash of 2 Hz', black(grey(`if(${on(2)},235,16)`)), false],
  ['a flash of 5 Hz', black(grey(`if(${on(5)},235,16)`)), true],
  ['a flash of 10 Hz', black(grey(`if(${on(10)},235,16)`)), true],
  ['5 Hz in a corner of a tenth', black(grey(`if(lt(X,51)*lt(Y,28)*${on(5)},235,16)`)), false],
  ['5 Hz in a third', black(grey(`if(lt(X,54)*${on(5)},235,16)`)), true],
  ['5 Hz of two halves that take turns', black(grey(`if(${on(5)},if(lt(X,80),235,16),if(lt(X,80),16,235))`)), true],
  ['5 Hz between two bright greys', black(grey(`if(${on(5)},235,220)`)), false],
  ['5 Hz between two alike greys', black(grey(`if(${on(5)},100,95)`)), false],
  ['a saturated red of 5 Hz', black(`geq=r='if(${on(5)},100,0)':g=0:b=0`), true],
  ['a saturated red of 2 Hz', black(`geq=r='if(${on(2)},255,0)':g=0:b=0`), false],
  ['a dark blue of 5 Hz', black(`geq=r=0:g=0:b='if(${on(5)},255,0)'`), false],
  ['a slow fade', black(grey('16+219*abs(sin(T*1.5))')), false],
  ['a moving test pattern', 'testsrc=s=160x90:r=25:d=3', false],
  ['another moving test pattern', 'testsrc2=s=160x90:r=50:d=3', false],
]

const make = (name: string, source: string): string => {
  const path = join(directory, name)
  const pixels = path.endsWith('.gif') ? [] : ['-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...pixels, path])
  return path
}

describe('a clip is watched for flashes', () => {
  test.each(CLIPS)('as a video: %s', async (_name, source, flashes) => {
    expect(await watchForFlashes(make('clip.mp4', source), 'mp4', LIMITS)).toBe(flashes)
  })

  test.each(CLIPS)('as a GIF: %s', async (name, source, flashes) => {
    const mp4 = join(directory, `${name}.mp4`)
    expect(await gifToMp4(make('clip.gif', source), mp4, LIMITS)).toBe(flashes)
  })

  test('as a loop: one flash alone, shown again and again', async () => {
    const flash = (seconds: number) => `color=c=black:s=64x36:r=20:d=${seconds},${grey('if(lt(T,0.05),235,16)')}`
    expect(await watchForFlashes(make('short.mp4', flash(0.2)), 'mp4', LIMITS)).toBe(true)
    expect(await watchForFlashes(make('long.mp4', flash(1)), 'mp4', LIMITS)).toBe(false)
  })

  test('at 60 frames a second, each second one white', async () => {
    const source = `color=c=black:s=64x36:r=60:d=1,${grey('if(mod(N,2),235,16)')}`
    expect(await watchForFlashes(make('fast.mp4', source), 'mp4', LIMITS)).toBe(true)
  })

  test('and what is no video is not taken for a calm one', async () => {
    const path = make('clip.webm', 'testsrc=s=64x36:r=10:d=1')
    expect(await watchForFlashes(path, 'webm', LIMITS)).toBe(false)
    await expect(watchForFlashes(path, 'mp4', LIMITS)).rejects.toMatchObject({ reason: 'MEDIA_UNAVAILABLE' })
  })
})

describe('FlashMeter', () => {
  const frame = (value: number) => new Uint8Array(WATCHED_BYTES).fill(value)
  const flashing = (changes: number): boolean => {
    const meter = new FlashMeter()
    const calm = 2 * WATCHED.perSecond
    for (let at = 0; at < calm; at++) meter.take(frame(0))
    for (let change = 1; change <= changes; change++) {
      for (let held = 0; held < 8; held++) meter.take(frame(change % 2 === 0 ? 0 : 255))
    }
    for (let at = 0; at < calm; at++) meter.take(frame(changes % 2 === 0 ? 0 : 255))
    return meter.flashes()
  }

  test('takes three flashes within a second, and not a change more', () => {
    expect([6, 7].map(flashing)).toEqual([false, true])
  })
})
