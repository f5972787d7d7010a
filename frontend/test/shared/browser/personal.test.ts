import { expect, test } from '@jest/globals'
import { forgetOthers } from '../../../src/shared/browser/personal.js'
import { fakeMemory } from '../../fake-memory.js'

const DEVICE = { 'kla-motion': 'calm', 'kla-drum-muted': 'true', 'kla-devices': '{}' }

const browser = () => ({
  device: fakeMemory({ ...DEVICE, 'kla-match': '{}', 'kla-cart': '[]', 'kla-checkout': '{}', 'age-confirmed': 'true' }),
  tab: fakeMemory({
    'camera-permission': '{}',
    'kla-room': '{}',
    'kla-drafts': '{}',
    'kla-link': '{}',
    'kla-mic-off': '1',
    'kla-cam-off': '1',
  }),
})

const of = ({ device, tab }: Pick<ReturnType<typeof browser>, 'device' | 'tab'>) => [device, tab] as const

test('keeps what belongs to the device and forgets what belongs to the player', () => {
  const from = browser()
  forgetOthers('7', of(from))
  forgetOthers(null, of(from))
  expect(from.device.all()).toEqual(DEVICE)
  expect(from.tab.all()).toEqual({ 'camera-permission': '{}' })
})

test('keeps everything for the same account, and for the first', () => {
  const from = browser()
  expect(forgetOthers('7', of(from))).toBe(false)
  expect(forgetOthers('7', of(from))).toBe(false)
  expect(from.device.all()).toMatchObject({ 'kla-cart': '[]', 'age-confirmed': 'true' })
  expect(from.tab.all()).toMatchObject({ 'kla-drafts': '{}' })
})

test('forgets the player before when another account signs in, in each tab', () => {
  const from = browser()
  forgetOthers('7', of(from))
  const otherTab = { device: from.device, tab: fakeMemory({ 'kla-player': '7', 'kla-room': '{}' }) }
  expect(forgetOthers('8', of(from))).toBe(true)
  expect(from.device.all()).toEqual({ ...DEVICE, 'kla-player': '8' })
  expect(from.tab.all()).toEqual({ 'camera-permission': '{}', 'kla-player': '8' })
  expect(forgetOthers('8', of(otherTab))).toBe(true)
  expect(otherTab.tab.all()).toEqual({ 'kla-player': '8' })
})
