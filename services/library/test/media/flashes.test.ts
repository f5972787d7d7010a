import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readableGif, toMp4 } from '../../src/media/convert.js'
import { FlashMeter, WATCHED_BYTES } from '../../src/media/flashes.js'
import { watchForFlashes } from '../../src/media/watch.js'

const LIMITS = {
  ffmpegPath: 'ffmpeg',
  ffprobePath: 'ffprobe',
  timeoutMs: 30_000,
  maxBytes: 20 * 1024 ** 2,
  maxMemoryBytes: 1024 ** 3,
}

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-flashes-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** On for the first half of each period. */
const on = (hertz: number): string => `lt(mod(T*${hertz},1),0.5)`
const grey = (luma: string): string => `geq=lum='${luma}':cb=128:cr=128`
const black = (frames: string): string => `color=c=black:s=160x90:r=20:d=2,${frames}`

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
  ['a moving test pattern', 'testsrc=s=160x90:r=25:d=2', false],
  ['another moving test pattern', 'testsrc2=s=160x90:r=50:d=2', false],
]

const make = (name: string, source: string, ...options: readonly string[]): string => {
  const path = join(directory, name)
  const pixels = path.endsWith('.gif') ? [] : ['-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...pixels, ...options, path])
  return path
}

const drawn = new Map<string, { readonly mp4: string; readonly gif: string }>()
/** Draws a source once for both kinds of file. */
function bothOf(name: string, source: string): { readonly mp4: string; readonly gif: string } {
  const known = drawn.get(name)
  if (known) return known
  const paths = { mp4: join(directory, `${name} drawn.mp4`), gif: join(directory, `${name}.gif`) }
  const mp4 = ['-map', '0', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', paths.mp4]
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...mp4, '-map', '0', paths.gif])
  drawn.set(name, paths)
  return paths
}

describe('watchForFlashes', () => {
  test.each(CLIPS)('judges a video: %s', async (name, source, flashes) => {
    expect(await watchForFlashes(bothOf(name, source).mp4, 'mp4', LIMITS)).toBe(flashes)
  })

  test.each(CLIPS)('judges a GIF: %s', async (name, source, flashes) => {
    const mp4 = join(directory, `${name}.mp4`)
    await toMp4(await readableGif(bothOf(name, source).gif), mp4, LIMITS)
    expect(await watchForFlashes(mp4, 'mp4', LIMITS)).toBe(flashes)
  })

  test('counts a single flash again in every loop', async () => {
    const flash = (seconds: number) => `color=c=black:s=64x36:r=20:d=${seconds},${grey('if(lt(T,0.05),235,16)')}`
    expect(await watchForFlashes(make('short.mp4', flash(0.2)), 'mp4', LIMITS)).toBe(true)
    expect(await watchForFlashes(make('long.mp4', flash(1)), 'mp4', LIMITS)).toBe(false)
  })

  test.each([60, 144, 1000])('detects flashes at %d frames a second, every other one white', async (rate) => {
    const source = `color=c=black:s=64x36:r=${rate}:d=0.5,${grey('if(mod(N,2),235,16)')}`
    expect(await watchForFlashes(make('fast.mp4', source), 'mp4', LIMITS)).toBe(true)
    const still = `color=c=black:s=64x36:r=${rate}:d=1,${grey(`if(lt(T,0.5),235,16)`)}`
    expect(await watchForFlashes(make('fast.mp4', still), 'mp4', LIMITS)).toBe(false)
  })

  test('judges frames at the uneven times that they are shown', async () => {
    const changes = `color=c=black:s=64x36:r=2:d=6,${grey('if(mod(N,2),235,16)')}`
    const uneven = "setpts='if(lt(N,6),N*0.02,N)/TB'"
    const options = ['-vsync', 'passthrough', '-enc_time_base', '1/1000']
    expect(await watchForFlashes(make('even.mp4', changes, ...options), 'mp4', LIMITS)).toBe(false)
    expect(
      await watchForFlashes(make('uneven.mp4', `${changes},settb=1/1000,${uneven}`, ...options), 'mp4', LIMITS),
    ).toBe(true)
  })

  test('checks a clip beyond its first minute', async () => {
    const late = (seconds: number) => `color=c=black:s=64x36:r=20:d=${seconds},${grey(`if(gt(T,62)*${on(5)},235,16)`)}`
    expect(await watchForFlashes(make('late.mp4', late(65)), 'mp4', LIMITS)).toBe(true)
    expect(await watchForFlashes(make('late.mp4', late(62)), 'mp4', LIMITS)).toBe(false)
  })

  test('rejects a file with two videos', async () => {
    const calm = make('calm.mp4', 'color=c=black:s=64x36:r=20:d=2')
    const flashing = make('flashing.mp4', `color=c=black:s=64x36:r=20:d=2,${grey(`if(${on(5)},235,16)`)}`)
    const both = join(directory, 'both.mp4')
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      calm,
      '-i',
      flashing,
      '-map',
      '0:v',
      '-map',
      '1:v',
      '-c',
      'copy',
      both,
    ])
    await expect(watchForFlashes(both, 'mp4', LIMITS)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  })

  test('rejects a file whose frames cannot be decoded or are too many', async () => {
    const damaged = await readFile(make('damaged.mp4', 'testsrc2=s=160x90:r=25:d=3'))
    const data = damaged.indexOf('mdat')
    damaged.fill(0x5a, data + 20_000, data + 40_000)
    await writeFile(join(directory, 'damaged.mp4'), damaged)
    await expect(watchForFlashes(join(directory, 'damaged.mp4'), 'mp4', LIMITS)).rejects.toMatchObject({
      reason: 'MEDIA_UNAVAILABLE',
    })
    const some = make('some.mp4', 'color=c=black:s=16x16:r=1000:d=0.1', '-preset', 'ultrafast')
    const many = join(directory, 'many.mp4')
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', '180', '-i', some, '-c', 'copy', many])
    await expect(watchForFlashes(many, 'mp4', LIMITS)).rejects.toMatchObject({ reason: 'MEDIA_TOO_LARGE' })
  })

  test('rejects a file that is no video', async () => {
    const path = make('clip.webm', 'testsrc=s=64x36:r=10:d=1')
    expect(await watchForFlashes(path, 'webm', LIMITS)).toBe(false)
    await expect(watchForFlashes(path, 'mp4', LIMITS)).rejects.toMatchObject({ reason: 'MEDIA_UNAVAILABLE' })
  })
})

describe('FlashMeter', () => {
  const frame = (value: number) => new Uint8Array(WATCHED_BYTES).fill(value)
  const flashing = (changes: number): Promise<boolean> => {
    const meter = new FlashMeter()
    let atMs = 0
    const hold = (value: number, ms: number): void => {
      meter.take(frame(value), atMs)
      atMs += ms
    }
    hold(0, 2000)
    for (let change = 1; change < changes; change++) hold(change % 2 === 0 ? 0 : 255, 1000 / 7)
    hold(changes % 2 === 0 ? 0 : 255, 2000)
    return meter.flashes(2000)
  }

  test('accepts three flashes within a second, and not one change more', async () => {
    expect(await Promise.all([6, 7].map(flashing))).toEqual([false, true])
  })

  const loop = (delaysMs: readonly number[], lastFrameMs: number): Promise<boolean> => {
    const meter = new FlashMeter()
    let atMs = 0
    for (const [at, delayMs] of delaysMs.entries()) {
      meter.take(frame(at % 2 === 0 ? 0 : 255), atMs)
      atMs += delayMs
    }
    return meter.flashes(lastFrameMs)
  }

  test.each([
    ['two frames that take turns', [100, 100], 100, true],
    ['two frames that take turns slowly', [300, 300], 300, false],
    ['a last frame whose length the file does not say', [200, 0], 0, true],
    ['a last frame that is longer than any other, which some players cut short', [200, 3000], 3000, false],
    ['a short one, whose last frame a file calls long', [100, 3000], 3000, true],
    ['changes at the end and at the beginning', [100, 100, 100, 3000, 100, 100, 100, 100], 100, true],
    ['changes at the end alone', [3000, 100, 100, 100], 100, false],
  ])('judges a loop: %s', async (_what, delaysMs, lastFrameMs, flashes) => {
    expect(await loop(delaysMs, lastFrameMs)).toBe(flashes)
  })
})
