import { browserMemory, type Memory } from '../browser/memory.js'

/** The same record that the screen behind an invitation keeps. */
const KEY = 'camera-permission'

export interface CameraOutcome {
  granted: boolean
  /** The name of the browser's error, such as NotAllowedError. */
  errorName: string | null
}

/** A camera that cannot be had is logged and noted, and stands in nobody's way (specification, section 8). */
export function recordCamera(outcome: CameraOutcome, memory: Memory = browserMemory('sessionStorage')): void {
  memory.setItem(KEY, JSON.stringify({ granted: outcome.granted ? 1 : 0, errorName: outcome.errorName }))
  if (outcome.errorName !== null) console.error('Camera blocked:', outcome.errorName)
}
