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
import { ALL_BLURRED } from './use-control.js'

function createOwnControl(): DeviceControl {
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

/** Device control outside rooms; opens nothing before a request. */
export function useOwnControl(): DeviceControl | null {
  const [held] = useState(() => createSource<{ control: DeviceControl | null }>({ control: null }))
  useEffect(() => {
    const control = createOwnControl()
    held.set({ control })
    return () => {
      held.set({ control: null })
      control.close()
      control.raw.stop()
    }
  }, [held])
  return useSyncExternalStore(held.subscribe, () => held.get().control)
}
