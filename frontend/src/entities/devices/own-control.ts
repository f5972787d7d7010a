import { useEffect, useState, useSyncExternalStore } from 'react'
import { createSource } from '../../shared/browser/observable.js'
import {
  browserDevices,
  createDeviceControl,
  createLocalMedia,
  createOpening,
  createStandIn,
  type DeviceControl,
  recordCamera,
} from '../../shared/rtc/index.js'
import { toastNeutral } from '../../shared/ui/toast.js'
import { isHandedOver, release } from './handover.js'

const ALL_BLURRED = 'This device is too slow to blur only your background, so everything is blurred.'

/** Creates the player's device control, which opens nothing before a request. */
export function createOwnControl(): DeviceControl {
  const devices = browserDevices()
  const raw = createLocalMedia({
    ...createOpening(devices, () => toastNeutral(ALL_BLURRED)),
    createStandIn,
    record: (outcome) => recordCamera(outcome),
    onDeviceLost: (kind) => toastNeutral(`Your ${kind} was disconnected.`),
  })
  return createDeviceControl(raw, devices, { onBack: (kind) => toastNeutral(`Your ${kind} is back.`) })
}

/** Device control of a screen outside rooms. */
export function useOwnControl(): DeviceControl | null {
  const [held] = useState(() => createSource<{ control: DeviceControl | null }>({ control: null }))
  useEffect(() => {
    const control = createOwnControl()
    held.set({ control })
    return () => {
      held.set({ control: null })
      if (!isHandedOver(control)) release(control)
    }
  }, [held])
  return useSyncExternalStore(held.subscribe, () => held.get().control)
}
