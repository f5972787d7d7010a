export { createDrum, type Drum } from './drum.js'
export { createLateDrum } from './late-drum.js'
export { isDrumMuted, rememberDrumMuted } from './muted.js'
export { createWebAudioKit } from './web-audio-kit.js'
