import { useSyncExternalStore } from 'react'
import type { DeviceControl, LocalMediaView } from '../../shared/rtc/index.js'

type DevicesView = ReturnType<DeviceControl['devices']['get']>

export function useRawMedia<Part>({ raw }: DeviceControl, part: (view: LocalMediaView) => Part): Part {
  return useSyncExternalStore(raw.subscribe, () => part(raw.get()))
}

export function useDevices<Part>({ devices }: DeviceControl, part: (view: DevicesView) => Part): Part {
  return useSyncExternalStore(devices.subscribe, () => part(devices.get()))
}

export const ALL_BLURRED =
  'Your whole video is blurred because this device is too slow to blur only the background. Turn blur off to show yourself.'
