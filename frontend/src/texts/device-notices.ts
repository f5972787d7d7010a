import { catalogue } from '../shared/texts/catalogue.js'

export const DEVICE_NOTICES = catalogue({
  allBlurred:
    'Your whole video is blurred because this device is too slow to blur only the background. Turn blur off to show yourself.',
  disconnected: 'Your {kind, select, camera {camera} other {microphone}} was disconnected.',
  back: 'Your {kind, select, camera {camera} other {microphone}} is back.',
})
