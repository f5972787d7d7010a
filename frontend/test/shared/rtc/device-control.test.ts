import { describe, expect, test } from '@jest/globals'
import { createSource } from '../../../src/shared/browser/observable.js'
import type { DeviceKind } from '../../../src/shared/rtc/camera.js'
import { createDeviceControl, shouldReopen } from '../../../src/shared/rtc/device-control.js'
import { createDevices } from '../../../src/shared/rtc/devices.js'
import type { DeviceMedia, LocalMediaView } from '../../../src/shared/rtc/local-media.js'
import { fakeMemory } from '../../fake-memory.js'
import { settle } from '../../settle.js'

const desk = { id: 'a1', label: 'Desk camera' }
const lid = { id: 'b2', label: 'Lid camera' }

describe('shouldReopen', () => {
  const open = { list: [desk, lid], preferred: null, open: 'a1', problem: undefined }
  test('leaves an open device alone without a preference or when the preferred one is open', () => {
    expect(shouldReopen(open)).toBe(false)
    expect(shouldReopen({ ...open, preferred: desk })).toBe(false)
    expect(shouldReopen({ ...open, list: [desk], preferred: lid })).toBe(false)
  })

  test('returns to the chosen device when that is back', () => {
    expect(shouldReopen({ ...open, preferred: lid })).toBe(true)
  })

  test('replaces a lost device, but opens none that was refused', () => {
    expect(shouldReopen({ ...open, open: undefined, problem: 'Unplugged' })).toBe(true)
    expect(shouldReopen({ ...open, open: undefined, problem: 'NotAllowedError' })).toBe(false)
    expect(shouldReopen({ ...open, open: undefined })).toBe(false)
    expect(shouldReopen({ ...open, list: [], open: undefined, problem: 'Unplugged' })).toBe(false)
  })
})

function setUp({ opens = true, soundApplies = true, kind = 'videoinput' as MediaDeviceKind } = {}) {
  let present = [desk, lid]
  let changed = (): void => undefined
  const reopened: DeviceKind[] = []
  const order: string[] = []
  const source = createSource({ asking: false, problems: {}, open: { camera: 'a1' } } as Partial<LocalMediaView>)
  const raw = {
    ...source,
    reopen: async (kind: DeviceKind) => {
      reopened.push(kind)
      order.push(`opens ${kind}`)
      return opens
    },
    cover: () => order.push('covers'),
    explain: (of: DeviceKind, problem: string) => source.set({ problems: { ...source.get().problems, [of]: problem } }),
    applySound: async () => soundApplies,
  } as unknown as DeviceMedia
  const devices = createDevices({
    enumerate: async () => present.map(({ id, label }) => ({ kind, deviceId: id, label })),
    onChange: (listener) => (changed = listener),
    memory: fakeMemory(),
  })
  const plug = async (list: typeof present) => {
    present = list
    changed()
    await settle()
  }
  const back: DeviceKind[] = []
  const later: (() => void)[] = []
  const control = createDeviceControl(raw, devices, {
    onBack: (of) => back.push(of),
    after: (_ms, act) => later.push(act),
  })
  return { control, devices, source, reopened, order, plug, back, later }
}

describe('device control', () => {
  test('remembers a chosen camera and opens it', async () => {
    const { control, devices, reopened } = setUp()
    await devices.refresh()
    expect(await control.choose('camera', 'b2')).toBe(true)
    expect(devices.get().preferences.camera).toEqual(lid)
    expect(reopened).toEqual(['camera'])
  })

  test('keeps the previous choice when the camera cannot be opened', async () => {
    const { control, devices } = setUp({ opens: false })
    await devices.refresh()
    expect(await control.choose('camera', 'b2')).toBe(false)
    expect(devices.get().preferences.camera).toBeNull()
    expect(await control.flip()).toBe(false)
    expect(devices.get().preferences.facing).toBe('user')
  })

  test('says that a camera is back, and never opens one without a press', async () => {
    const { control, devices, source, reopened, plug, back } = setUp()
    await devices.refresh()
    await control.choose('camera', 'b2')
    source.set({ open: { camera: 'b2' } })
    await settle()
    source.set({ open: {}, problems: { camera: 'Unplugged' } })
    await plug([desk])
    expect(source.get().problems).toEqual({ camera: 'Unplugged' })
    await plug([desk, lid])
    expect([source.get().problems, back]).toEqual([{ camera: 'Returned' }, ['camera']])
    await plug([desk])
    expect(source.get().problems).toEqual({ camera: 'Unplugged' })
    // Another camera was opened by a press, and stays open.
    source.set({ open: { camera: 'a1' }, problems: {} })
    await plug([desk, lid])
    expect(reopened).toEqual(['camera'])
  })

  test('says that a missing camera is back only once a list without one was seen', async () => {
    const { devices, source, plug, back } = setUp()
    source.set({ open: {}, problems: { camera: 'NotFoundError' } })
    await devices.refresh()
    expect(source.get().problems).toEqual({ camera: 'NotFoundError' })
    await plug([])
    await plug([desk])
    expect([source.get().problems, back]).toEqual([{ camera: 'Returned' }, ['camera']])
  })

  test('opens the next microphone when one is pulled out, and the chosen one when it returns', async () => {
    const { devices, source, reopened, plug, back } = setUp({ kind: 'audioinput' })
    await devices.refresh()
    devices.prefer({ microphone: lid })
    source.set({ open: { microphone: 'b2' } })
    await settle()
    source.set({ open: {}, problems: { microphone: 'Unplugged' } })
    await plug([desk])
    expect(reopened.length).toBeGreaterThan(0)
    expect(back).toContain('microphone')
    source.set({ open: { microphone: 'a1' }, problems: {} })
    await settle()
    const before = reopened.length
    await plug([desk, lid])
    expect(reopened.slice(before)).toEqual(['microphone'])
  })

  test('opens a lost microphone again when the list is unchanged', async () => {
    const { devices, source, reopened, plug } = setUp({ kind: 'audioinput' })
    await devices.refresh()
    source.set({ open: {}, problems: { microphone: 'NotReadableError' } })
    await plug([desk, lid])
    expect(reopened).toEqual(['microphone'])
  })

  test('tries three times to open a microphone that does not answer yet', async () => {
    const { devices, source, reopened, plug, later, back } = setUp({ kind: 'audioinput', opens: false })
    await devices.refresh()
    source.set({ open: {}, problems: { microphone: 'Unplugged' } })
    await plug([desk])
    while (later.length > 0) {
      later.shift()?.()
      await settle()
    }
    expect(reopened).toEqual(['microphone', 'microphone', 'microphone'])
    expect(back).toEqual([])
  })

  test('follows the system to another default microphone', async () => {
    const { devices, source, reopened, plug } = setUp({ kind: 'audioinput' })
    await plug([{ id: 'default', label: 'Default - Desk' }])
    source.set({ open: { microphone: 'default' } })
    await devices.refresh()
    await settle()
    await plug([{ id: 'default', label: 'Default - Headset' }])
    expect(reopened).toEqual(['microphone'])
  })

  test('opens the microphone anew when constraints do not take effect', async () => {
    const applied = setUp()
    await applied.control.setSound({ echoCancellation: false })
    expect(applied.reopened).toEqual([])
    const ignored = setUp({ soundApplies: false })
    await ignored.control.setSound({ echoCancellation: false })
    expect(ignored.reopened).toEqual(['microphone'])
    expect(ignored.devices.get().preferences.echoCancellation).toBe(false)
  })

  test('opens the camera anew when the blur is switched', async () => {
    const { devices, source, reopened } = setUp()
    devices.prefer({ blur: true })
    expect(reopened).toEqual([])
    source.set({ source: 'camera' })
    devices.prefer({ blur: false })
    devices.prefer({ noiseSuppression: false })
    expect(reopened).toEqual(['camera'])
  })

  test('sends nothing of the sharp camera from the press on that turns the blur on', () => {
    const { devices, source, order } = setUp()
    source.set({ source: 'camera' })
    devices.prefer({ blur: true })
    expect(order).toEqual(['covers', 'opens camera'])
    devices.prefer({ blur: false })
    expect(order).toEqual(['covers', 'opens camera', 'opens camera'])
  })

  test('opens the camera anew when an unavailable blur is switched off', async () => {
    const { devices, source, reopened } = setUp()
    devices.prefer({ blur: true })
    source.set({ source: 'stand-in', problems: { camera: 'Unblurred' } })
    devices.prefer({ blur: false })
    expect(reopened).toEqual(['camera'])
  })

  test('opens the chosen camera when the list arrives while the browser is asked', async () => {
    const { devices, source, reopened } = setUp()
    devices.prefer({ camera: lid })
    source.set({ asking: true })
    await devices.refresh()
    expect(reopened).toEqual([])
    source.set({ asking: false })
    expect(reopened).toEqual(['camera'])
  })

  test('follows nothing once closed', async () => {
    const { control, source, reopened, plug } = setUp()
    control.close()
    source.set({ open: {}, problems: { camera: 'Unplugged' } })
    await plug([desk])
    expect(reopened).toEqual([])
  })
})
