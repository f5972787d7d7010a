import { catalogue } from '../shared/texts/catalogue.js'

export const CONTROLS = catalogue({
  label: 'Your controls',
  mute: 'Mute the microphone (M)',
  unmute: 'Unmute the microphone (M)',
  cameraOff: 'Turn the camera off (V)',
  cameraOn: 'Turn the camera on (V)',
  soundAndMotion: 'Sound and motion',
})

export const READY_UP = catalogue({
  readyUp: 'Ready Up',
  rematch: 'Rematch',
  ready: 'Ready!',
})

export const DEVICES = catalogue({
  menu: 'Camera, microphone and speaker',
  ownLook: 'See how you look',
  title: 'Your video and sound',
})
