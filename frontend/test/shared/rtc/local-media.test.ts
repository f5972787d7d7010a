import { describe, expect, test } from '@jest/globals'
import type { CameraRequest, OpenedDevice } from '../../../src/shared/rtc/camera.js'
import { createLocalMedia, isCamOn } from '../../../src/shared/rtc/local-media.js'
import { fakeMemory } from '../../fake-memory.js'
import { settle } from '../../settle.js'

interface FakeTrack {
  name: string
  enabled: boolean
  stopped: boolean
  onended: (() => void) | null
  stop(): void
}

const track = (name: string): FakeTrack => ({
  name,
  enabled: true,
  stopped: false,
  onended: null,
  stop() {
    this.stopped = true
  },
})
const real = (fake: FakeTrack) => fake as unknown as MediaStreamTrack

function setUp(answers: CameraRequest[], openings: OpenedDevice[] = [], memory = fakeMemory()) {
  const black = track('black')
  const silence = track('silence')
  const recorded: object[] = []
  const lost: string[] = []
  const asked: string[] = []
  let standInStopped = false
  const media = createLocalMedia({
    requestCamera: () => {
      asked.push('both')
      return Promise.resolve(answers.shift() ?? { audio: null, video: null, errorName: 'NotFoundError' })
    },
    openDevice: (kind) => {
      asked.push(kind)
      return Promise.resolve(openings.shift() ?? { track: null, errorName: 'NotFoundError' })
    },
    createStandIn: () => ({ video: real(black), audio: real(silence), stop: () => (standInStopped = true) }),
    record: (outcome) => recorded.push(outcome),
    onDeviceLost: (kind) => lost.push(kind),
    memory,
  })
  return { media, black, silence, recorded, lost, asked, memory, standInStopped: () => standInStopped }
}

const granted = () => {
  const video = track('camera')
  const audio = track('microphone')
  return { video, audio, answer: { video: real(video), audio: real(audio), errorName: null } }
}

test('sends a black picture and silence while it asks', async () => {
  const { answer } = granted()
  const { media, black } = setUp([answer])
  const asking = media.request()
  expect(media.get()).toMatchObject({ asking: true, source: 'stand-in', tracks: { video: black } })
  await asking
  expect(media.get()).toMatchObject({
    asking: false,
    source: 'camera',
    sound: 'microphone',
    tracks: { video: answer.video },
  })
})

test('continues with the stand-in and records it when there is no camera', async () => {
  const { media, black, silence, recorded } = setUp([{ audio: null, video: null, errorName: 'NotAllowedError' }])
  await media.request()
  expect(media.get()).toMatchObject({ asking: false, source: 'stand-in', tracks: { video: black, audio: silence } })
  expect(recorded).toEqual([{ granted: false, errorName: 'NotAllowedError' }])
})

test('uses the one device that is available', async () => {
  const microphone = track('microphone')
  const { media, black } = setUp([{ audio: real(microphone), video: null, errorName: 'NotFoundError' }])
  await media.request()
  expect(media.get()).toMatchObject({ source: 'stand-in', sound: 'microphone', tracks: { video: black } })
})

describe('lost device', () => {
  test('is replaced by the stand-in and reported', async () => {
    const { video, audio, answer } = granted()
    const { media, black, lost } = setUp([answer])
    await media.request()
    video.onended?.()
    expect(media.get()).toMatchObject({ source: 'stand-in', sound: 'microphone', tracks: { video: black, audio } })
    expect(lost).toEqual(['camera'])
  })

  test('is not reported when it had been replaced before', async () => {
    const first = granted()
    const second = granted()
    const { media, lost } = setUp([first.answer, second.answer])
    await media.request()
    await media.request()
    first.video.onended?.()
    expect(lost).toEqual([])
    expect(first.video.stopped).toBe(true)
    expect(media.get().tracks.video).toBe(second.answer.video)
  })
})

describe('switches', () => {
  test('mute and darken what is sent', async () => {
    const { video, audio, answer } = granted()
    const { media } = setUp([answer])
    await media.request()
    media.setMic(false)
    media.setCam(false)
    expect([audio.enabled, video.enabled]).toEqual([false, false])
    expect(media.get()).toMatchObject({ mic: false, cam: false, source: 'camera' })
  })

  test('apply to a camera that comes later', async () => {
    const { audio, answer } = granted()
    const { media } = setUp([answer])
    const asking = media.request()
    media.setMic(false)
    await asking
    expect(audio.enabled).toBe(false)
  })

  test('ask again for a missing camera', async () => {
    const { answer } = granted()
    const { media } = setUp([{ audio: null, video: null, errorName: 'NotReadableError' }, answer])
    await media.request()
    media.setCam(false)
    media.setCam(true)
    await settle()
    expect(media.get()).toMatchObject({ source: 'camera', cam: true })
  })
})

describe('what this tab has turned off', () => {
  const off = (...turned: ('setMic' | 'setCam')[]) => {
    const { media, memory } = setUp([])
    for (const turn of turned) media[turn](false)
    return memory
  }

  test('stays off: only the microphone opens, and it is muted before it is sent', async () => {
    const microphone = track('microphone')
    const { media, black, asked } = setUp([], [{ track: real(microphone), errorName: null }], off('setMic', 'setCam'))
    expect(media.get()).toMatchObject({ mic: false, cam: false })
    const sent: boolean[] = []
    media.subscribe(() => media.get().sound === 'microphone' && sent.push(media.get().tracks.audio.enabled))
    await media.request()
    expect(asked).toEqual(['microphone'])
    expect(sent).not.toContain(true)
    expect(media.get()).toMatchObject({ mic: false, cam: false, sound: 'microphone', source: 'stand-in' })
    expect(media.get().tracks).toEqual({ audio: microphone, video: black })
    expect(isCamOn(media.get())).toBe(false)
  })

  test('comes on by a press, and stays on', async () => {
    const { audio, video, answer } = granted()
    const { media, memory } = setUp([answer], [{ track: real(track('microphone')), errorName: null }], off('setCam'))
    await media.request()
    media.setCam(true)
    await settle()
    expect(media.get()).toMatchObject({ cam: true, source: 'camera', tracks: { audio, video } })
    expect(setUp([], [], memory).media.get()).toMatchObject({ mic: true, cam: true })
  })

  test('leaves the other device as it was', async () => {
    const { audio, video, answer } = granted()
    const { media, asked } = setUp([answer], [], off('setMic'))
    await media.request()
    expect(asked).toEqual(['both'])
    expect([audio.enabled, video.enabled]).toEqual([false, true])
  })
})

test('an unmuted microphone opens without the camera', async () => {
  const microphone = track('microphone')
  const { media } = setUp(
    [{ audio: null, video: null, errorName: 'NotFoundError' }],
    [{ track: real(microphone), errorName: null }],
  )
  await media.request()
  media.setMic(true)
  await settle()
  expect(media.get()).toMatchObject({ sound: 'microphone', source: 'stand-in' })
})

test('says that the system has muted a microphone, until it no longer does', async () => {
  const { audio, answer } = granted()
  const { media } = setUp([answer])
  await media.request()
  const muted = audio as typeof audio & { muted: boolean; onmute(): void; onunmute(): void }
  muted.muted = true
  muted.onmute()
  expect(media.get().muted).toMatchObject({ microphone: true })
  muted.muted = false
  muted.onunmute()
  expect(media.get().muted).toMatchObject({ microphone: false })
})

test('the switch of the camera is off where there is none, but not while the browser asks', async () => {
  const { answer } = granted()
  const { media } = setUp([answer])
  expect(isCamOn(media.get())).toBe(false)
  const asking = media.request()
  expect(isCamOn(media.get())).toBe(true)
  await asking
  expect(isCamOn(media.get())).toBe(true)
})

describe('exchanging a device', () => {
  test('sends the new track, keeps the switches and stops the old one', async () => {
    const { video, answer } = granted()
    const second = track('second camera')
    const { media } = setUp([answer], [{ track: real(second), errorName: null }])
    await media.request()
    media.setCam(false)
    expect(await media.reopen('camera')).toBe(true)
    expect(media.get()).toMatchObject({ source: 'camera', cam: false, tracks: { video: second } })
    expect([second.enabled, video.stopped]).toEqual([false, true])
  })

  test('keeps the present device when the new one does not open', async () => {
    const { video, answer } = granted()
    const { media } = setUp([answer])
    await media.request()
    expect(await media.reopen('camera')).toBe(false)
    expect(media.get()).toMatchObject({ source: 'camera', tracks: { video } })
    expect(video.stopped).toBe(false)
  })

  test('closes the present camera first where only one can be open', async () => {
    const { video, answer } = granted()
    const back = track('back')
    const { media } = setUp(
      [answer],
      [
        { track: null, errorName: 'NotReadableError' },
        { track: real(back), errorName: null },
      ],
    )
    await media.request()
    expect(await media.reopen('camera')).toBe(true)
    expect(video.stopped).toBe(true)
    expect(media.get()).toMatchObject({ source: 'camera', tracks: { video: back } })
  })

  test('names why a device is missing', async () => {
    const { audio, answer } = granted()
    const { media } = setUp([answer])
    await media.request()
    audio.onended?.()
    expect(media.get().problems).toEqual({ microphone: 'Unplugged' })
    await media.reopen('microphone')
    expect(media.get().problems).toEqual({ microphone: 'NotFoundError' })
  })

  test('discards a device that opens after a later one was asked for', async () => {
    const slow = track('slow')
    const quick = track('quick')
    const { media } = setUp(
      [],
      [
        { track: real(slow), errorName: null },
        { track: real(quick), errorName: null },
      ],
    )
    const answers = await Promise.all([media.reopen('camera'), media.reopen('camera')])
    expect(answers).toEqual([false, true])
    expect([slow.stopped, quick.stopped]).toEqual([true, false])
  })
})

test('releases everything, including what was granted too late', async () => {
  const { video, audio, answer } = granted()
  const { media, standInStopped } = setUp([answer])
  const asking = media.request()
  media.stop()
  await asking
  expect([video.stopped, audio.stopped, standInStopped()]).toEqual([true, true, true])
})

test('says that it opens a device until the last of them has answered', async () => {
  const { media } = setUp([], [{ track: real(track('microphone')), errorName: null }])
  const both = [media.reopen('microphone'), media.reopen('camera')]
  expect(media.get().opening).toBe(true)
  await Promise.all(both)
  expect(media.get()).toMatchObject({ opening: false, sound: 'microphone', source: 'stand-in' })
})

describe('a covered camera', () => {
  const covered = async (opening: OpenedDevice) => {
    const camera = track('sharp')
    const setting = setUp([{ audio: null, video: real(camera), errorName: null }], [opening])
    await setting.media.request()
    setting.media.cover()
    return { ...setting, camera }
  }

  test('ends at once, without counting as lost', async () => {
    const { media, camera, black, lost } = await covered({ track: null, errorName: 'Unblurred' })
    expect(media.get()).toMatchObject({ source: 'camera', covered: true, tracks: { video: black } })
    expect([camera.stopped, lost]).toEqual([true, []])
  })

  test('is replaced by the next one', async () => {
    const blurred = track('blurred')
    const { media, black } = await covered({ track: real(blurred), errorName: null })
    await media.reopen('camera')
    expect(media.get()).toMatchObject({ source: 'camera', covered: false, tracks: { video: blurred } })
    expect(black.stopped).toBe(false)
  })

  test.each(['Unblurred', 'NotFoundError', 'AbortError'])('is off after %s, never sharp', async (errorName) => {
    const { media, black } = await covered({ track: null, errorName })
    expect(await media.reopen('camera')).toBe(false)
    expect(media.get()).toMatchObject({ source: 'stand-in', covered: false, problems: { camera: errorName } })
    expect(media.get().tracks.video).toBe(black)
  })
})

test('sends no picture once the wanted blur is unavailable, even if one was sent before', async () => {
  const camera = track('camera')
  const { media, black } = setUp(
    [{ audio: null, video: real(camera), errorName: null }],
    [{ track: null, errorName: 'Unblurred' }],
  )
  await media.request()
  expect(media.get().tracks.video).toBe(camera)
  expect(await media.reopen('camera')).toBe(false)
  expect(media.get()).toMatchObject({ source: 'stand-in', problems: { camera: 'Unblurred' } })
  expect(media.get().tracks.video).toBe(black)
  expect(camera.stopped).toBe(true)
})
