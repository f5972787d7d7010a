import { browserMemory, type Memory } from '../browser/memory.js'

const KEY = 'kla-drum-muted'

export const isDrumMuted = (memory: Memory = browserMemory('localStorage')): boolean => memory.getItem(KEY) === 'true'

export const rememberDrumMuted = (muted: boolean, memory: Memory = browserMemory('localStorage')): void =>
  memory.setItem(KEY, String(muted))
