import { describe, expect, test } from '@jest/globals'
import { createDevices, findDevice, readPreferences, sortDevices, wantedOf } from '../../../src/shared/rtc/devices.js'
import { fakeMemory } from '../../fake-memory.js'

const desk = { id: 'a1', label: 'Desk camera' }
const lid = { id: 'b2', label: 'Lid camera' }
const info = (kind: MediaDeviceKind, deviceId: string, label: string) => ({ kind, deviceId, label })

const memory = (kept: string | null = null) => fakeMemory(kept === null ? {} : { 'kla-devices': kept })

describe('findDevice', () => {
  test('finds a device by its id, then by its label', () => {
    expect(findDevice([desk, lid], lid)).toBe(lid)
    expect(findDevice([desk, lid], { id: 'changed', label: 'Lid camera' })).toBe(lid)
    expect(findDevice([desk], lid)).toBeNull()
    expect(findDevice([desk], null)).toBeNull()
  })
})

test('sortDevices numbers devices without a label and skips those that permission hides', () => {
  expect(
    sortDevices([info('videoinput', '', ''), info('videoinput', 'a1', ''), info('audiooutput', 's', 'Head set')]),
  ).toEqual({ camera: [{ id: 'a1', label: 'Camera 1' }], microphone: [], speaker: [{ id: 's', label: 'Head set' }] })
})

describe('readPreferences', () => {
  test('returns no preferences when there is no record or a damaged one', () => {
    for (const kept of [null, '{', '7', '{"camera":{"id":7}}']) {
      expect(readPreferences(memory(kept))).toMatchObject({ camera: null, echoCancellation: true, blur: false })
    }
  })

  test('reads what an earlier visit stored', () => {
    const store = memory()
    createDevices({ enumerate: async () => [], onChange: () => undefined, memory: store }).prefer({
      camera: lid,
      noiseSuppression: false,
    })
    expect(readPreferences(store)).toMatchObject({ camera: lid, noiseSuppression: false, echoCancellation: true })
  })
})

test('wantedOf keeps the preference for an absent device', async () => {
  let present = [info('videoinput', 'a1', 'Desk camera')]
  let changed = (): void => undefined
  const devices = createDevices({
    enumerate: async () => present,
    onChange: (listener) => (changed = listener),
    memory: memory(),
  })
  devices.prefer({ camera: lid })
  expect(wantedOf(devices.get()).camera).toBe('b2')
  await devices.refresh()
  expect(wantedOf(devices.get()).camera).toBeNull()
  present = [...present, info('videoinput', 'new-id', 'Lid camera')]
  const listed = new Promise<void>((resolve) => devices.subscribe(resolve))
  changed()
  await listed
  expect(wantedOf(devices.get()).camera).toBe('new-id')
})
