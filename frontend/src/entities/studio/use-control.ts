import { useEffect, useState, useSyncExternalStore } from 'react'
import { createSource } from '../../shared/browser/observable.js'
import {
  browserDevices, createDeviceControl, createLocalMedia, createOpening, createStandIn, type DeviceControl,
  type LocalMediaView, recordCamera,
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

/** Also said in a room. */
export const ALL_BLURRED = 'Your whole picture is blurred: this device is too slow to blur only what is behind you. Turn the blur off to show yourself.'

function createOwnControl(): DeviceControl {
  const devices = browserDevices()
  const raw = createLocalMedia({
    ...createOpening(devices, () => toastNeutral(ALL_BLURRED)),
    createStandIn,
    record: (outcome) => recordCamera(outcome),
    onDeviceLost: (kind) => toastNeutral(LOST[kind]),
  })
  return createDeviceControl(raw, devices)
}

/** For a screen without a room. Opens nothing before a request; releases everything with the screen. */
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
