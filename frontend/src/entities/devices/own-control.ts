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
import { showNotice } from '../../shared/ui/notices.js'
import { isHandedOver, release } from './handover.js'

const ALL_BLURRED =
  'Your whole video is blurred because this device is too slow to blur only the background. Turn blur off to show yourself.'

/** Creates the player's device control, which opens nothing before a request. */
export function createOwnControl(): DeviceControl {
  const devices = browserDevices()
  const raw = createLocalMedia({
    ...createOpening(devices, () => showNotice(ALL_BLURRED)),
    createStandIn,
    record: (outcome) => recordCamera(outcome),
    onDeviceLost: (kind) => showNotice(`Your ${kind} was disconnected.`, { id: kind, passing: true }),
  })
  return createDeviceControl(raw, devices, {
    onBack: (kind) => showNotice(`Your ${kind} is back.`, { id: kind, passing: true }),
  })
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
