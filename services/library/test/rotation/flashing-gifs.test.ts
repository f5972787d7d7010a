import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { GifState } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type ClipServer, makeClip, makeFlashing, probe, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'
import { mediaRefusal, readMedia } from '../support/read-media.js'

const calm = makeClip('mp4', '100x56')
const FLASHING = { mp4: makeFlashing('mp4'), gif: makeFlashing('gif'), webm: makeFlashing('webm') }
const ANIMATED_WEBP = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\x02', 'latin1'), Buffer.alloc(40)])

let library: Library
let server: ClipServer
let pod: Pod
let mended = false

beforeAll(async () => {
  library = await createLibrary()
  server = await startClipServer({
    '/calm.mp4': (_request, response) => response.end(calm),
    '/bulk.mp4': (_request, response) => response.end(FLASHING.mp4),
    '/live.gif': (_request, response) => response.end(FLASHING.gif),
    '/live.mp4': (_request, response) => response.end(Buffer.concat([FLASHING.mp4, Buffer.from('live')])),
    '/live.webm': (_request, response) => response.end(FLASHING.webm),
    '/mended.mp4': (_request, response) => response.end(mended ? makeClip('mp4', '90x50') : FLASHING.mp4),
    '/page.mp4': (_request, response) =>
      response.end(Buffer.from('\0\0\0\x20ftypisom and nothing that follows', 'latin1')),
    '/moving.webp': (_request, response) => response.end(ANIMATED_WEBP),
  })
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
})
afterAll(async () => {
  await library.close()
  await server.close()
})

const url = (name: string): string => `${server.origin}/${name}`
const manager = () => ({ principal: library.manager })
const add = (name: string) => pod.client.addGifs({ urls: [url(name)], visible: true, tags: [] }, manager())
const find = async (name: string) => {
  const { gifs } = await pod.client.listGifs(
    { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED },
    manager(),
  )
  return gifs.find(({ gifUrl }) => gifUrl === url(name))
}
const dealt = async (): Promise<string[]> =>
  (await pod.client.listRotation({ category: 'default', knownVersion: '' })).gifs.map(({ gifUrl }) => gifUrl)
const goLive = async (name: string) =>
  pod.client.setGifState({ id: (await find(name))?.id ?? 0, state: GifState.LIVE }, manager())

describe('a GIF that flashes more than three times a second', () => {
  test('does not go live, unlike a calm one', async () => {
    await add('bulk.mp4')
    await add('calm.mp4')
    await eventually(
      async () => (await find('bulk.mp4'))?.flashes === true && (await dealt()).includes(url('calm.mp4')),
    )
    expect(await find('bulk.mp4')).toMatchObject({ state: GifState.HIDDEN, broken: false })
    expect(await dealt()).not.toContain(url('bulk.mp4'))
    await expect(goLive('bulk.mp4')).rejects.toMatchObject({ reason: 'GIF_FLASHES' })
  })

  test.each(['live.gif', 'live.mp4', 'live.webm'])(
    'leaves the rotation when it is first shown, and is a still: %s',
    async (name) => {
      await library.addLive(url(name))
      expect(await dealt()).toContain(url(name))
      expect(await probe(await readMedia(pod, url(name)))).toMatchObject({ codec_name: 'h264', nb_frames: '1' })
      expect(await dealt()).not.toContain(url(name))
      expect(await find(name)).toMatchObject({ state: GifState.HIDDEN, flashes: true })
      const asked = server.asked.get(`/${name}`)
      await readMedia(pod, url(name))
      expect(server.asked.get(`/${name}`)).toBe(asked)
    },
  )

  test('goes live once its file no longer flashes', async () => {
    await add('mended.mp4')
    await eventually(async () => (await find('mended.mp4'))?.flashes === true)
    mended = true
    expect(await goLive('mended.mp4')).toMatchObject({ state: GifState.LIVE, flashes: false })
    expect(await dealt()).toContain(url('mended.mp4'))
  })
})

describe('a file that cannot be checked for flashes', () => {
  test.each([
    ['a video that cannot be decoded', 'page.mp4', 'MEDIA_FORMAT'],
    ['an animated WebP', 'moving.webp', 'MEDIA_FORMAT'],
  ])('is not shown: %s', async (_what, name, refusal) => {
    expect(await mediaRefusal(pod, url(name))).toBe(refusal)
  })
})
