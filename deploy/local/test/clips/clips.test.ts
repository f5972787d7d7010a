import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ACT_TOKENS, CATEGORIES, type Category, limitOn } from '@kla/proto/web'
import { CATALOGUE, type Clip, type ClipHost, clipManifest, renderClips, startClipHost } from '../../src/clips/index.js'

const pretended = (name: string, format: Clip['format']): Clip => ({
  name,
  format,
  filters: (rate, frames) => `testsrc2=s=640x360:r=${rate},trim=end_frame=${frames}`,
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

  const firstOfEachScene = new Map(CATALOGUE.map((clip) => [clip.name.split('-')[1], clip] as const).reverse())
  test.each([...firstOfEachScene])('moves and closes its loop without a jump: %s', async (_scene, clip) => {
    const [frames, size] = [12, { width: 32, height: 18 }]
    const bytes = size.width * size.height
    const filters = `${clip.filters(6, frames)},scale=${size.width}:${size.height},format=gray[clip]`
    const { stdout } = await promisify(execFile)(
      'ffmpeg',
      ['-v', 'error', '-filter_complex', filters, '-map', '[clip]', '-f', 'rawvideo', '-'],
      { encoding: 'buffer' },
    )
    expect(stdout).toHaveLength(frames * bytes)
    const shown = Array.from({ length: frames }, (_, at) => stdout.subarray(at * bytes, (at + 1) * bytes))
    const difference = (one: Buffer, other: Buffer) =>
      one.reduce((sum, light, at) => sum + Math.abs(light - (other[at] as number)), 0) / bytes
    const steps = shown.map((frame, at) => difference(frame, shown[(at + 1) % frames] as Buffer))
    const seam = steps.pop() as number
    expect(Math.max(...steps)).toBeGreaterThan(1)
    expect(seam).toBeLessThan(Math.max(...steps) * 1.1)
  })
})

describe('renderClips', () => {
  const called: number[][] = []

  test('makes each clip and its thumbnail and reports progress', async () => {
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
    ]) // oxfmt-ignore
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
