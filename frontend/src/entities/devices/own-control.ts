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
import { DEVICE_NOTICES } from '../../texts/device-notices.js'
import { isHandedOver, release } from './handover.js'

/** Creates the player's device control, which opens nothing before a request. */
export function createOwnControl(): DeviceControl {
  const devices = browserDevices()
  const raw = createLocalMedia({
    ...createOpening(devices, () => showNotice(DEVICE_NOTICES.allBlurred)),
    createStandIn,
    record: recordCamera,
    onDeviceLost: (kind) => showNotice(DEVICE_NOTICES.disconnected({ kind }), { id: kind, passing: true }),
  })
  return createDeviceControl(raw, devices, {
    onBack: (kind) => showNotice(DEVICE_NOTICES.back({ kind }), { id: kind, passing: true }),
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
