export { createDrum, type Drum } from './drum.js'
export { isDrumMuted, rememberDrumMuted } from './drum.js'
export { createWebAudioKit } from './web-audio-kit.js'
