import { describe, expect, test } from '@jest/globals'
import { turnGrey } from '../../../src/shared/rtc/patches.js'
import { replaceTrack } from '../../../src/shared/rtc/peer.js'
import { createVeil } from '../../../src/shared/rtc/veil.js'
import { fakeMedia, fakeTrack, namesOf, real } from './fake-tracks.js'

function setUp() {
  const fakes = fakeMedia()
  const veil = createVeil(fakes)
  const changes: (string | null)[][] = []
  veil.subscribe(() => changes.push(namesOf(veil.get().tracks)))
  return { ...fakes, veil, changes, sent: () => namesOf(veil.get().tracks) }
}

describe('veil', () => {
  test('sends patches and silence until it opens', () => {
    const { veil, sent, patches, camera } = setUp()
    expect(sent()).toEqual(['silence', 'patches'])
    expect(patches.filmed).toEqual([camera])
    veil.set('open')
    expect(sent()).toEqual(['copy of microphone', 'copy of camera'])
  })

  test('sends the real tracks in a room that is not veiled, and draws no patches', () => {
    const { veil, sent, patches } = setUp()
    veil.set('none')
    expect(sent()).toEqual(['microphone', 'camera'])
    expect(patches.made).toBe(0)
  })

  test('ends what was sent before it says that it has closed', () => {
    const { veil, camera, microphone } = setUp()
    veil.set('open')
    const ended: unknown[] = []
    veil.subscribe(() => ended.push(...[camera, microphone].map(({ copies }) => copies[0]?.stopped)))
    veil.set('closed')
    expect(ended).toEqual([true, true])
    expect(camera.stopped).toBe(false)
    expect(microphone.copies[0]?.enabled).toBe(false)
  })

  test('follows the switches of camera and microphone while open', () => {
    const { veil, media, camera, microphone } = setUp()
    veil.set('open')
    media.set({ mic: false, cam: false })
    expect([camera.copies[0]?.enabled, microphone.copies[0]?.enabled]).toEqual([false, false])
    expect(veil.get()).toMatchObject({ mic: false, cam: false })
    media.set({ mic: true })
    expect(microphone.copies).toHaveLength(1)
    expect(microphone.copies[0]?.enabled).toBe(true)
  })

  test('sends another device while open, and films it while closed', () => {
    const { veil, media, camera, microphone, patches, sent } = setUp()
    veil.set('open')
    const other = fakeTrack('other camera')
    media.set({ tracks: { audio: real(microphone), video: real(other) } })
    expect(sent()).toEqual(['copy of microphone', 'copy of other camera'])
    expect(camera.copies[0]?.stopped).toBe(true)
    veil.set('closed')
    expect(patches.filmed.at(-1)).toBe(other)
  })

  test('releases everything at the end', () => {
    const { veil, patches, sent } = setUp()
    sent()
    veil.stop()
    expect(patches.stopped).toBe(true)
  })
})

describe('replaceTrack', () => {
  test('sends nothing when a track cannot take its place', async () => {
    const replaced: unknown[] = []
    const errors: unknown[] = []
    const sender = {
      async replaceTrack(track: MediaStreamTrack | null) {
        if (track !== null) throw new Error('InvalidModificationError')
        replaced.push(track)
      },
    }
    await replaceTrack(sender, real(fakeTrack('patches')), (error) => errors.push(error))
    expect(replaced).toEqual([null])
    expect(errors).toHaveLength(1)
  })
})

test('turns colours into their brightness', () => {
  const pixels = new Uint8ClampedArray([255, 0, 0, 255, 10, 10, 10, 255])
  turnGrey(pixels)
  expect([...pixels]).toEqual([76, 76, 76, 255, 10, 10, 10, 255])
})
