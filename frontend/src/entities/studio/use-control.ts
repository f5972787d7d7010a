import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  browserCamera, browserDevices, createDeviceControl, createLocalMedia, createSource, createStandIn, type DeviceControl,
  type LocalMediaView, openDevice, recordCamera, requestCamera, wantedOf,
} from '../../shared/rtc/index.js'

import { toastNeutral } from '../../shared/ui/toast.js'

type DevicesView = ReturnType<DeviceControl['devices']['get']>

export function useRawMedia<Part>({ raw }: DeviceControl, part: (view: LocalMediaView) => Part): Part {
  return useSyncExternalStore(raw.subscribe, () => part(raw.get()))
}

export function useDevices<Part>({ devices }: DeviceControl, part: (view: DevicesView) => Part): Part {
  return useSyncExternalStore(devices.subscribe, () => part(devices.get()))
}

const LOST = { camera: 'Your camera was disconnected.', microphone: 'Your microphone was disconnected.' } as const

function createOwnControl(): DeviceControl {
  const devices = browserDevices()
  const raw = createLocalMedia({
    requestCamera: () => requestCamera(browserCamera, wantedOf(devices.get())),
    openDevice: (kind) => openDevice(browserCamera, kind, wantedOf(devices.get())),
    createStandIn,
    record: (outcome) => recordCamera(outcome),
    onDeviceLost: (kind) => toastNeutral(LOST[kind]),
  })
  return createDeviceControl(raw, devices)
}

/** Devices for a screen without a room. Nothing is opened before a request; everything is released with the screen. */
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
