import { browserClock } from '../../shared/realtime/clock.js'
import type { DeviceControl } from '../../shared/rtc/index.js'

/** The devices that the screen that opened them no longer releases. */
let given: DeviceControl | null = null
let waiting: { readonly control: DeviceControl; readonly callOff: () => void } | null = null

export function release(control: DeviceControl): void {
  control.close()
  control.raw.stop()
}

/** Keeps open devices for the room that follows, and releases them if no room takes them in time. */
export function handOver(control: DeviceControl, withinMs: number): void {
  dropHandedOver()
  given = control
  waiting = { control, callOff: browserClock.after(withinMs, dropHandedOver) }
}

export const isHandedOver = (control: DeviceControl): boolean => given === control

/** Returns the devices that were opened for this room, once. */
export function takeHandedOver(): DeviceControl | null {
  const control = waiting?.control ?? null
  waiting?.callOff()
  waiting = null
  return control
}

export function dropHandedOver(): void {
  const control = takeHandedOver()
  if (control) release(control)
}
