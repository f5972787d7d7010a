import { type DeviceKind, UNBLURRED } from './camera.js'
import { type Device, type Devices, type DeviceWishes, findDevice, type ListedKind } from './devices.js'
import type { DeviceMedia, LocalMediaView } from './local-media.js'

/** The player's hand on the devices: choices are remembered, and reach the call without a new negotiation. */
export interface DeviceControl {
  /** What the devices give, before anything covers it. */
  readonly raw: DeviceMedia
  readonly devices: Devices
  /** Answers whether it could be opened. */
  choose(kind: ListedKind, id: string): Promise<boolean>
  setSound(change: Partial<Pick<DeviceWishes, 'echoCancellation' | 'noiseSuppression'>>): Promise<void>
  /** From the camera at the front to the one at the back, or back again. */
  flip(): Promise<boolean>
  close(): void
}

interface Present {
  readonly list: readonly Device[]
  readonly wish: Device | null
  readonly open: string | undefined
  readonly problem: string | undefined
}

/** Whether another device is to be opened now that the list has changed: the chosen one is back, or a lost one has a successor. */
export function shouldReopen({ list, wish, open, problem }: Present): boolean {
  if (list.length === 0) return false
  if (open === undefined) return problem === 'Unplugged' || problem === 'NotFoundError'
  const wished = findDevice(list, wish)
  return wished !== null && wished.id !== open
}

const KINDS: readonly DeviceKind[] = ['camera', 'microphone']

export function createDeviceControl(raw: DeviceMedia, devices: Devices): DeviceControl {
  let lists = devices.get().lists
  let blur = devices.get().wishes.blur
  const follow = () => {
    if (devices.get().wishes.blur !== blur) {
      blur = !blur
      if (raw.get().source === 'camera' || raw.get().problems?.camera === UNBLURRED) void raw.reopen('camera')
    }
    const { open, problems, asking } = raw.get()
    if (devices.get().lists === lists || asking) return
    lists = devices.get().lists
    for (const kind of KINDS) {
      const wish = devices.get().wishes[kind]
      if (shouldReopen({ list: lists[kind], wish, open: open?.[kind], problem: problems?.[kind] })) void raw.reopen(kind)
    }
  }
  const callOff = devices.subscribe(follow)

  let known: LocalMediaView['open'] = raw.get().open
  const refreshOnOpening = raw.subscribe(() => {
    const { open } = raw.get()
    // Lists that came while the browser was asked.
    follow()
    if (open === known) return
    known = open
    void devices.refresh()
  })

  return {
    raw,
    devices,
    async choose(kind, id) {
      const before = devices.get().wishes[kind]
      devices.wish({ [kind]: devices.get().lists[kind].find((device) => device.id === id) ?? null })
      if (kind === 'speaker') return true
      const opened = await raw.reopen(kind)
      if (!opened) devices.wish({ [kind]: before })
      return opened
    },
    async setSound(change) {
      devices.wish(change)
      const { echoCancellation, noiseSuppression } = devices.get().wishes
      if (!(await raw.applySound({ echoCancellation, noiseSuppression }))) await raw.reopen('microphone')
    },
    async flip() {
      const { facing, camera } = devices.get().wishes
      const before = { facing, camera }
      devices.wish({ facing: facing === 'user' ? 'environment' : 'user', camera: null })
      const opened = await raw.reopen('camera')
      if (!opened) devices.wish(before)
      return opened
    },
    close() {
      callOff()
      refreshOnOpening()
    },
  }
}
