import { expect, test } from '@jest/globals'
import { banStatus } from '../../../src/console/banning/ban-status.js'

const now = Date.parse('2026-11-21T12:00:00Z')
const before = '2026-11-21T11:59:59.999Z'
const after = '2026-11-21T12:00:00.001Z'

test.each([
  ['permanent', { lifted_at: null, expires_at: null }, 'active'],
  ['not over yet', { lifted_at: null, expires_at: after }, 'active'],
  ['over', { lifted_at: null, expires_at: before }, 'expired'],
  ['over at this very moment', { lifted_at: null, expires_at: '2026-11-21T12:00:00.000Z' }, 'expired'],
  ['permanent and lifted', { lifted_at: before, expires_at: null }, 'lifted'],
  ['lifted before its end', { lifted_at: before, expires_at: after }, 'lifted'],
  ['lifted, and over meanwhile', { lifted_at: before, expires_at: before }, 'lifted'],
] as const)('a ban that is %s', (_, ban, status) => {
  expect(banStatus(ban, now)).toBe(status)
})
