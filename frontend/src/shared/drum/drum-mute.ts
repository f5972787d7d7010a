import { browserMemory, type Memory } from '../browser/memory.js'

const KEY = 'kla-drum-muted'

/** Whether this person wants no drum; remembered in this browser. */
export const isDrumMuted = (memory: Memory = browserMemory('localStorage')): boolean => memory.getItem(KEY) === 'true'

export const rememberDrumMuted = (muted: boolean, memory: Memory = browserMemory('localStorage')): void =>
  memory.setItem(KEY, String(muted))
