import { type DeviceKind, UNBLURRED } from './camera.js'
import { type Device, type DevicePreferences, type Devices, findDevice, type ListedKind } from './devices.js'
import type { DeviceMedia, LocalMediaView } from './local-media.js'

/** Device controls, which need no new negotiation. */
export interface DeviceControl {
  /** Media before anything covers them. */
  readonly raw: DeviceMedia
  readonly devices: Devices
  /** Resolves to whether it could be opened. */
  choose(kind: ListedKind, id: string): Promise<boolean>
  setSound(change: Partial<Pick<DevicePreferences, 'echoCancellation' | 'noiseSuppression'>>): Promise<void>
  flip(): Promise<boolean>
  close(): void
}

interface Present {
  readonly list: readonly Device[]
  readonly preferred: Device | null
  readonly open: string | undefined
  readonly problem: string | undefined
}

/** Errors after which the device may return automatically. */
const MAY_COME_BACK = /^(Unplugged|Returned|NotFound|Overcons|NotRead)/

/** True if the chosen device is back, or a lost one has a successor. */
export function shouldReopen({ list, preferred, open, problem }: Present): boolean {
  if (list.length === 0) return false
  if (open === undefined) return MAY_COME_BACK.test(problem ?? '')
  const found = findDevice(list, preferred)
  return found !== null && found.id !== open
}

const KINDS: readonly DeviceKind[] = ['camera', 'microphone']
/** Chromium's label names the system's choice. */
const defaultOf = (list: readonly Device[]) => list.find(({ id }) => id === 'default')?.label

/** New devices may not answer yet. */
const AGAIN_MS = 2_000
const LOST_MS = 500
const TRIES = 3

interface DeviceControlOptions {
  onBack?: (kind: DeviceKind) => void
  after?: (ms: number, act: () => void) => unknown
}

/**
 * Reopens a lost microphone, or the next one. A camera never starts without a press: `Unplugged` becomes `Returned`.
 */
export function createDeviceControl(
  raw: DeviceMedia,
  devices: Devices,
  options: DeviceControlOptions = {},
): DeviceControl {
  const { onBack, after = (ms, act) => setTimeout(act, ms) } = options
  let lists = devices.get().lists
  let blur = devices.get().preferences.blur
  let closed = false
  let trying = false
  let camera: string | undefined
  let cameraWasGone = false

  const returnMicrophone = async () => {
    if (trying) return
    trying = true
    const lost = raw.get().problems?.microphone !== undefined
    for (let tries = 0; tries < TRIES && !closed; tries += 1) {
      if (tries > 0) await new Promise<void>((resolve) => void after(AGAIN_MS, resolve))
      if (await raw.reopen('microphone')) {
        if (lost) onBack?.('microphone')
        break
      }
      if (!MAY_COME_BACK.test(raw.get().problems?.microphone ?? '')) break
    }
    trying = false
  }

  const lookForCamera = (isThere: boolean) => {
    const problem = raw.get().problems?.camera
    if (problem === 'Returned' && !isThere) raw.explain('camera', 'Unplugged')
    cameraWasGone ||= !isThere
    // Browsers also report no camera if none listed works.
    if (!isThere || !(problem === 'Unplugged' || (problem === 'NotFoundError' && cameraWasGone))) return
    raw.explain('camera', 'Returned')
    onBack?.('camera')
  }

  const follow = () => {
    if (devices.get().preferences.blur !== blur) {
      blur = !blur
      // Nothing sharp while the blur loads, nor if it fails.
      if (blur) raw.cover()
      if (raw.get().source === 'camera' || raw.get().problems?.camera === UNBLURRED) void raw.reopen('camera')
    }
    const { open, problems, asking } = raw.get()
    if (devices.get().lists === lists || asking) return
    const before = lists
    lists = devices.get().lists
    const again = (kind: DeviceKind) =>
      shouldReopen({
        list: lists[kind],
        preferred: devices.get().preferences[kind],
        open: open?.[kind],
        problem: problems?.[kind],
      })
    // The first list changes nothing: the microphone that is open comes from it.
    const otherDefault =
      open?.microphone === 'default' &&
      before.microphone.length > 0 &&
      defaultOf(lists.microphone) !== defaultOf(before.microphone)
    if (again('microphone') || otherDefault) void returnMicrophone()
    if (open?.camera === undefined) lookForCamera(lists.camera.some(({ id }) => id === (camera ?? id)))
    else if (before.camera.length === 0 && again('camera')) void raw.reopen('camera')
  }
  const callOff = devices.subscribe(follow)

  let known: LocalMediaView['open'] = raw.get().open
  const refreshOnOpening = raw.subscribe(() => {
    const { open } = raw.get()
    follow()
    if (open === known) return
    const lost = KINDS.some((kind) => known?.[kind] !== undefined && open?.[kind] === undefined)
    camera = open?.camera ?? known?.camera ?? camera
    if (open?.camera !== undefined) cameraWasGone = false
    known = open
    void devices.refresh()
    if (lost) after(LOST_MS, () => void devices.refresh(true))
  })

  return {
    raw,
    devices,
    async choose(kind, id) {
      const before = devices.get().preferences[kind]
      devices.prefer({ [kind]: devices.get().lists[kind].find((device) => device.id === id) ?? null })
      if (kind === 'speaker') return true
      const opened = await raw.reopen(kind)
      if (!opened) devices.prefer({ [kind]: before })
      return opened
    },
    async setSound(change) {
      devices.prefer(change)
      const { echoCancellation, noiseSuppression } = devices.get().preferences
      if (!(await raw.applySound({ echoCancellation, noiseSuppression }))) await raw.reopen('microphone')
    },
    async flip() {
      const { facing, camera } = devices.get().preferences
      const before = { facing, camera }
      devices.prefer({ facing: facing === 'user' ? 'environment' : 'user', camera: null })
      const opened = await raw.reopen('camera')
      if (!opened) devices.prefer(before)
      return opened
    },
    close() {
      closed = true
      callOff()
      refreshOnOpening()
    },
  }
}
