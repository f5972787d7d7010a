import { DEVICE_NOTICES } from '../../texts/device-notices.js'
import { browserMemory, type Memory } from '../browser/memory.js'
import { createSource, type Observable } from '../browser/observable.js'
import type { DeviceKind, Wanted } from './camera.js'

/** A camera, microphone or speaker that the browser lists. */
export interface Device {
  readonly id: string
  readonly label: string
}

export type ListedKind = DeviceKind | 'speaker'
export type DeviceLists = Readonly<Record<ListedKind, readonly Device[]>>

/** The player's choices; null means the browser's. */
export interface DevicePreferences {
  readonly camera: Device | null
  readonly microphone: Device | null
  readonly speaker: Device | null
  readonly facing: 'user' | 'environment'
  readonly echoCancellation: boolean
  readonly noiseSuppression: boolean
  readonly blur: boolean
}

interface DevicesView {
  readonly lists: DeviceLists
  readonly preferences: DevicePreferences
}

/** Devices and choices of this browser. */
export interface Devices extends Observable<DevicesView> {
  /** Labels need permission. `changed` makes even an equal list new. */
  refresh(changed?: boolean): Promise<void>
  prefer(change: Partial<DevicePreferences>): void
}

const NO_DEVICES: DeviceLists = { camera: [], microphone: [], speaker: [] }
const NO_PREFERENCES: DevicePreferences = {
  camera: null,
  microphone: null,
  speaker: null,
  facing: 'user',
  echoCancellation: true,
  noiseSuppression: true,
  blur: false,
}
const KINDS: Readonly<Record<string, ListedKind>> = {
  videoinput: 'camera',
  audioinput: 'microphone',
  audiooutput: 'speaker',
}
const KEY = 'kla-devices'

/** Clearing site data changes ids, not labels. */
export const findDevice = (list: readonly Device[], preferred: Device | null): Device | null =>
  preferred === null
    ? null
    : (list.find(({ id }) => id === preferred.id) ?? list.find(({ label }) => label === preferred.label) ?? null)

export function sortDevices(found: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]): DeviceLists {
  const lists: Record<ListedKind, Device[]> = { camera: [], microphone: [], speaker: [] }
  for (const { kind, deviceId, label } of found) {
    const listed = KINDS[kind]
    // Without permission browsers list nameless devices.
    if (listed === undefined || deviceId === '') continue
    lists[listed].push({
      id: deviceId,
      label: label || DEVICE_NOTICES.unnamed({ kind: listed, number: lists[listed].length + 1 }),
    })
  }
  return lists
}

const toDevice = (kept: unknown): Device | null => {
  const { id, label } = (kept ?? {}) as Partial<Device>
  return typeof id === 'string' && typeof label === 'string' ? { id, label } : null
}

export function readPreferences(memory: Memory): DevicePreferences {
  try {
    const kept = (JSON.parse(memory.getItem(KEY) ?? 'null') ?? {}) as Partial<Record<keyof DevicePreferences, unknown>>
    return {
      camera: toDevice(kept.camera),
      microphone: toDevice(kept.microphone),
      speaker: toDevice(kept.speaker),
      facing: kept.facing === 'environment' ? 'environment' : 'user',
      echoCancellation: kept.echoCancellation !== false,
      noiseSuppression: kept.noiseSuppression !== false,
      blur: kept.blur === true,
    }
  } catch {
    return NO_PREFERENCES
  }
}

interface DevicesOptions {
  enumerate: () => Promise<readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]>
  onChange: (listener: () => void) => void
  memory: Memory
}

export function createDevices({ enumerate, onChange, memory }: DevicesOptions): Devices {
  const source = createSource<DevicesView>({ lists: NO_DEVICES, preferences: readPreferences(memory) })
  const refresh = async (changed = false) => {
    const lists = sortDevices(await enumerate().catch(() => []))
    // A device that came back leaves an equal list.
    if (changed || JSON.stringify(lists) !== JSON.stringify(source.get().lists)) source.set({ lists })
  }
  onChange(() => void refresh(true))
  return {
    get: source.get,
    subscribe: source.subscribe,
    refresh,
    prefer(change) {
      const preferences = { ...source.get().preferences, ...change }
      memory.setItem(KEY, JSON.stringify(preferences))
      source.set({ preferences })
    },
  }
}

/** Keeps the id until the lists are known. */
const idOf = (list: readonly Device[], preferred: Device | null): string | null =>
  findDevice(list, preferred)?.id ?? (list.length === 0 ? (preferred?.id ?? null) : null)

export const wantedOf = ({ lists, preferences }: DevicesView): Wanted => ({
  camera: idOf(lists.camera, preferences.camera),
  microphone: idOf(lists.microphone, preferences.microphone),
  facing: preferences.facing,
  echoCancellation: preferences.echoCancellation,
  noiseSuppression: preferences.noiseSuppression,
})

let devices: Devices | undefined

/** Shared by the whole page. */
export const browserDevices = (): Devices =>
  (devices ??= createDevices({
    enumerate: async () => (await (navigator.mediaDevices as MediaDevices | undefined)?.enumerateDevices()) ?? [],
    onChange: (listener) => {
      ;(navigator.mediaDevices as MediaDevices | undefined)?.addEventListener('devicechange', listener)
      // Another program may have released a device.
      window.addEventListener('focus', listener)
      for (const name of ['camera', 'microphone'] as PermissionName[]) {
        const permissions = navigator.permissions as Permissions | undefined
        permissions?.query({ name }).then(
          (status) => (status.onchange = listener),
          () => undefined,
        )
      }
    },
    memory: browserMemory('localStorage'),
  }))

export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype

/** Plays through the chosen speaker, also after a change. */
export function followSpeaker(element: HTMLMediaElement): () => void {
  const { get, subscribe } = browserDevices()
  const follow = () => {
    if (!canChooseSpeaker()) return
    const { lists, preferences } = get()
    const id = findDevice(lists.speaker, preferences.speaker)?.id ?? ''
    if (element.sinkId !== id) void element.setSinkId(id).catch(() => undefined)
  }
  follow()
  return subscribe(follow)
}
