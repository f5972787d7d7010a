import { browserClock } from '../realtime/clock.js'
import { createDrum, type Drum } from './drum.js'
import { createWebAudioKit } from './web-audio-kit.js'

export const createWebDrum = (): Drum => createDrum(createWebAudioKit(), browserClock)
