import { afterEach, describe, expect, test } from '@jest/globals'
import type { Devices } from '../../../src/shared/rtc/devices.js'
import { BLUR_WITHIN_MS, createOpening } from '../../../src/shared/rtc/opening.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'

const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'navigator', before)
  else Reflect.deleteProperty(globalThis, 'navigator')
})

function setUp(blur: boolean) {
  const camera = { kind: 'video', stopped: false, stop: () => (camera.stopped = true) }
  const stream = { getVideoTracks: () => [camera], getAudioTracks: () => [], getTracks: () => [camera] }
  const mediaDevices = { getUserMedia: async () => stream }
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices } })
  const preferences = {
    camera: null,
    microphone: null,
    speaker: null,
    facing: 'user',
    echoCancellation: true,
    noiseSuppression: true,
    blur,
  }
  const devices = {
    get: () => ({ preferences, lists: { camera: [], microphone: [], speaker: [] } }),
  } as unknown as Devices
  return { camera, devices, ...manualClock() }
}
const missing = () => Promise.reject(new Error('no such file'))

describe('a camera whose background is to be blurred', () => {
  test('is off where the blur cannot be loaded, and the preference stays', async () => {
    const { camera, devices, clock } = setUp(true)
    const { openDevice, requestCamera } = createOpening(devices, () => undefined, missing, clock)
    expect(await openDevice('camera')).toEqual({ track: null, errorName: 'Unblurred' })
    expect(camera.stopped).toBe(true)
    expect(await requestCamera()).toMatchObject({ video: null, problems: { camera: 'Unblurred' } })
    expect(devices.get().preferences.blur).toBe(true)
  })

  test('is off where the blur does not load in time', async () => {
    const { camera, devices, clock, advance } = setUp(true)
    const { openDevice } = createOpening(
      devices,
      () => undefined,
      () => new Promise(() => undefined),
      clock,
    )
    const opened = openDevice('camera')
    await settle()
    advance(BLUR_WITHIN_MS)
    expect(await opened).toEqual({ track: null, errorName: 'Unblurred' })
    expect(camera.stopped).toBe(true)
  })

  test('is passed through the blur', async () => {
    const { devices, clock } = setUp(true)
    const covered = { kind: 'video' } as MediaStreamTrack
    const { openDevice } = createOpening(
      devices,
      () => undefined,
      async () => () => covered,
      clock,
    )
    expect(await openDevice('camera')).toEqual({ track: covered, errorName: null })
  })
})

test('a camera without that preference is passed on unchanged', async () => {
  const { camera, devices } = setUp(false)
  const { openDevice } = createOpening(devices, () => undefined, missing)
  expect(await openDevice('camera')).toEqual({ track: camera, errorName: null })
})
