import { expect, jest, test } from '@jest/globals'
import { askForCamera } from '../../../src/features/join-link/camera-permission.js'

const streamOf = (...tracks: { stop: () => void }[]) => ({ getTracks: () => tracks }) as unknown as MediaStream

test('reports the grant and releases the camera', async () => {
  const camera = { stop: jest.fn() }
  const microphone = { stop: jest.fn() }
  const media = { getUserMedia: async () => streamOf(camera, microphone) }

  await expect(askForCamera(media)).resolves.toEqual({ granted: 1, errorName: null })
  expect(camera.stop).toHaveBeenCalledTimes(1)
  expect(microphone.stop).toHaveBeenCalledTimes(1)
})

test("reports the error's name instead of throwing", async () => {
  const media = { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }
  await expect(askForCamera(media)).resolves.toEqual({ granted: 0, errorName: 'NotAllowedError' })
})

test('reports missing media devices', async () => {
  await expect(askForCamera(undefined)).resolves.toEqual({ granted: 0, errorName: 'NotSupportedError' })
})

test('asks for 640 by 360 at 30 frames as ideal values', async () => {
  const getUserMedia = jest.fn(async (_: MediaStreamConstraints | undefined) => streamOf())
  await askForCamera({ getUserMedia })
  expect(getUserMedia.mock.calls[0]?.[0]?.video).toEqual({
    width: { ideal: 640 },
    height: { ideal: 360 },
    frameRate: { ideal: 30 },
  })
})
