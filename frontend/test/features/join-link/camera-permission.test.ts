import { expect, jest, test } from '@jest/globals'
import { askForCamera } from '../../../src/features/join-link/camera-permission.js'

const streamOf = (...tracks: { stop: () => void }[]) => ({ getTracks: () => tracks }) as unknown as MediaStream

test('says that it was granted, and lets the camera go again', async () => {
  const camera = { stop: jest.fn() }
  const microphone = { stop: jest.fn() }
  const media = { getUserMedia: async () => streamOf(camera, microphone) }

  await expect(askForCamera(media)).resolves.toEqual({ granted: 1, errorName: null })
  expect(camera.stop).toHaveBeenCalledTimes(1)
  expect(microphone.stop).toHaveBeenCalledTimes(1)
})

test('names the error instead of passing it on', async () => {
  const media = { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }
  await expect(askForCamera(media)).resolves.toEqual({ granted: 0, errorName: 'NotAllowedError' })
})

test('answers where the browser has no media devices', async () => {
  await expect(askForCamera(undefined)).resolves.toEqual({ granted: 0, errorName: 'NotSupportedError' })
})

test('asks for 640 by 360 at 30 as a wish, not as a condition', async () => {
  const getUserMedia = jest.fn(async (_: MediaStreamConstraints | undefined) => streamOf())
  await askForCamera({ getUserMedia })
  expect(getUserMedia.mock.calls[0]?.[0]?.video).toEqual({
    width: { ideal: 640 },
    height: { ideal: 360 },
    frameRate: { ideal: 30 },
  })
})
