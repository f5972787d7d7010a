import { expect, test } from '@jest/globals'
import { requestCamera } from '../../../src/shared/rtc/camera.js'

const failure = (name: string) => Object.assign(new Error(name), { name })

/** A browser that has these devices, and refuses the rest by this error. */
function browser(has: { audio: boolean; video: boolean }, errorName = 'NotFoundError') {
  const asked: string[] = []
  const getUserMedia = async ({ audio, video }: MediaStreamConstraints) => {
    asked.push([audio && 'audio', video && 'video'].filter(Boolean).join('+'))
    if ((audio && !has.audio) || (video && !has.video)) throw failure(errorName)
    return {
      getAudioTracks: () => (audio ? ['microphone'] : []),
      getVideoTracks: () => (video ? ['camera'] : []),
    } as unknown as MediaStream
  }
  return { asked, getUserMedia }
}

const never = async () => false

test('asks for both at once, by ideal values', async () => {
  let constraints: MediaStreamConstraints = {}
  const { getUserMedia } = browser({ audio: true, video: true })
  const request = await requestCamera({
    getUserMedia: (given) => {
      constraints = given
      return getUserMedia(given)
    },
    isAllowed: never,
  })
  expect(request).toEqual({ audio: 'microphone', video: 'camera', errorName: null })
  expect(constraints.video).toMatchObject({ width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 30 } })
})

test('takes the microphone alone where there is no camera', async () => {
  const { asked, getUserMedia } = browser({ audio: true, video: false })
  const request = await requestCamera({ getUserMedia, isAllowed: never })
  expect(request).toEqual({
    audio: 'microphone',
    video: null,
    errorName: 'NotFoundError',
    problems: { camera: 'NotFoundError' },
  })
  expect(asked).toEqual(['audio+video', 'audio', 'video'])
})

test('does not ask a second time after a refusal', async () => {
  const { asked, getUserMedia } = browser({ audio: false, video: false }, 'NotAllowedError')
  const request = await requestCamera({ getUserMedia, isAllowed: never })
  expect(request).toMatchObject({ audio: null, video: null, errorName: 'NotAllowedError' })
  expect(request.problems).toEqual({ camera: 'NotAllowedError', microphone: 'NotAllowedError' })
  expect(asked).toEqual(['audio+video'])
})

test('takes the device allowed before when the other is blocked', async () => {
  const { getUserMedia } = browser({ audio: true, video: false }, 'NotAllowedError')
  const request = await requestCamera({ getUserMedia, isAllowed: async (kind) => kind === 'microphone' })
  expect(request).toMatchObject({ audio: 'microphone', video: null, problems: { camera: 'NotAllowedError' } })
})
