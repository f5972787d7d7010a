import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ACT_TOKENS, CATEGORIES, type Category, limitOn } from '@kla/proto/web'
import { CATALOGUE, type Clip, type ClipHost, clipManifest, renderClips, startClipHost } from '../../src/clips/index.js'

// Pictures of the catalogue take long in a test: its sandbox makes every use of Math dear.
const stripes = (x: number, y: number, t: number): number => {
  const place = (x + y + 4 + t) % 1
  return place < 0.5 ? place : 1 - place
}
const pretended = (name: string, format: Clip['format']): Clip => ({
  name,
  format,
  scene: (t) => (x, y) => stripes(x, y, t),
  palette: 'ember',
  fine: false,
  categories: ['default'],
  acts: null,
})
const clips = [pretended('first', 'mp4'), pretended('second', 'gif')]

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-clips-test-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe('the catalogue', () => {
  test('has some forty clips with different names, a few of them real GIFs', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(36)
    expect(new Set(CATALOGUE.map((clip) => clip.name)).size).toBe(CATALOGUE.length)
    expect(CATALOGUE.filter((clip) => clip.format === 'gif')).toHaveLength(6)
  })

  test('fills every category and lists every clip in the default one', () => {
    const entries = clipManifest('http://clips.kla.test')
    const inCategory = (category: Category) => entries.filter((entry) => entry.categories.includes(category))
    expect(inCategory('default')).toHaveLength(CATALOGUE.length)
    for (const category of ['gay', 'hentai', 'trans'] as const) {
      expect(inCategory(category).length).toBeGreaterThanOrEqual(16)
    }
  })

  test.each(CATEGORIES)('makes a limit visible in %s: it removes some clips and leaves most', (category) => {
    const acts = CATALOGUE.filter((clip) => clip.categories.includes(category)).map((clip) => clip.acts)
    const left = (...no: string[]): number => acts.filter((labels) => limitOn(labels, { no, soft: [] }) !== 'no').length
    const unlabelled = acts.filter((labels) => labels === null).length
    expect(unlabelled).toBeGreaterThanOrEqual(1)
    expect(unlabelled).toBeLessThanOrEqual(2)
    expect(left()).toBe(acts.length)
    for (const act of ['teasing', 'dancing']) expect(left(act)).toBe(acts.length * 0.75 - unlabelled)
    expect(left('kissing')).toBeLessThan(acts.length - unlabelled)
    expect(left('teasing', 'dancing', 'kissing')).toBeGreaterThan(0)
    expect(acts.flatMap((labels) => labels ?? []).filter((act) => !ACT_TOKENS.some((known) => known === act))).toEqual(
      [],
    )
  })

  test.each(CATALOGUE.map((clip) => [clip.name, clip] as const))(
    'moves and closes its loop: %s',
    (_name, { scene }) => {
      const points = Array.from({ length: 400 }, (_, at) => [((at % 25) / 12.5 - 1) * 1.77, at / 200 - 1] as const)
      const look = (t: number): number[] => points.map(([x, y]) => scene(t)(x, y))
      const difference = (one: number[], other: number[]): number =>
        one.reduce((sum, light, at) => sum + Math.abs(light - (other[at] as number)), 0) / one.length
      const start = look(0)
      expect(start.every((light) => Number.isFinite(light))).toBe(true)
      expect(difference(start, look(1 - 1e-6))).toBeLessThan(0.01)
      expect(difference(start, look(0.4))).toBeGreaterThan(0.01)
    },
  )
})

describe('renderClips', () => {
  const called: number[][] = []

  test('makes a clip and a thumbnail of each scene and reports progress', async () => {
    const onProgress = (done: number, total: number) => called.push([done, total])
    await renderClips({ directory, ffmpegPath: 'ffmpeg', frames: 12, clips, onProgress })
    expect(called).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect((await readdir(directory)).sort()).toEqual(['first.jpg', 'first.mp4', 'second.gif', 'second.jpg'])
    const about = execFileSync('ffprobe', [
      '-v', 'error', '-of', 'csv=p=0', '-show_entries', 'stream=codec_name,width,height,pix_fmt,nb_frames',
      join(directory, 'first.mp4'),
    ]) // prettier-ignore
    expect(about.toString().trim()).toBe('h264,640,360,yuv420p,12')
  })

  test('leaves existing files alone', async () => {
    const before = await stat(join(directory, 'first.mp4'))
    await renderClips({ directory, ffmpegPath: '/nowhere/ffmpeg', clips })
    expect((await stat(join(directory, 'first.mp4'))).mtimeMs).toBe(before.mtimeMs)
  })

  test('repeats a render that was interrupted', async () => {
    await rm(join(directory, 'first.jpg'))
    await renderClips({ directory, ffmpegPath: 'ffmpeg', clips })
    expect((await readdir(directory)).filter((name) => name.endsWith('.jpg'))).toHaveLength(2)
  })

  test('fails with a clear error and leaves no partial file without ffmpeg', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'kla-clips-test-'))
    await expect(renderClips({ directory: empty, ffmpegPath: '/nowhere/ffmpeg', clips })).rejects.toThrow(/ENOENT/)
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
  })
})

describe('the clip host', () => {
  let host: ClipHost
  beforeAll(async () => {
    host = await startClipHost({ directory, port: 0 })
    await writeFile(join(directory, '..', 'kla-outside.jpg'), 'outside')
  })
  afterAll(async () => {
    await host.close()
    await rm(join(directory, '..', 'kla-outside.jpg'))
  })

  test('serves files at the addresses of the manifest', async () => {
    const folder = new URL('.', clipManifest(host.url)[0]?.gifUrl)
    const [video, gif, picture] = await Promise.all(
      ['first.mp4', 'second.gif', 'first.jpg'].map((name) => fetch(new URL(name, folder))),
    )
    expect([video?.status, video?.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect([gif?.status, gif?.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect([picture?.status, picture?.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await video?.arrayBuffer())?.byteLength).toBe((await stat(join(directory, 'first.mp4'))).size)
  })

  test('serves no other file', async () => {
    for (const path of ['/', '/clips/', '/clips/none.mp4', '/clips/..%2fkla-outside.jpg', '/kla-outside.jpg']) {
      expect([path, (await fetch(host.url + path)).ok]).toEqual([path, false])
    }
  })
})
