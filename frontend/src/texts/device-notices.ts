import { catalogue } from '../shared/texts/catalogue.js'

export const DEVICE_NOTICES = catalogue({
  allBlurred:
    'Your whole video is blurred because this device is too slow to blur only the background. Turn blur off to show yourself.',
  disconnected: 'Your {kind, select, camera {camera} other {microphone}} was disconnected.',
  back: 'Your {kind, select, camera {camera} other {microphone}} is back.',
  unnamed: '{kind, select, camera {Camera} microphone {Microphone} other {Speaker}} {number, number}',
})

export const FLIP_CAMERA = catalogue({
  toBack: 'Use the camera at the back',
  toFront: 'Use the camera at the front',
})
