import { expect, test } from '@jest/globals'
import type { BanScope } from '@kla/proto/web'
import { roomsBanOf } from '../../../src/entities/bans/bans.js'

const END = '2026-12-01T10:00:00.000Z'
const before = Date.parse(END) - 1
const banFrom = (scope: BanScope, expires_at: string | null = null) => ({
  id: 7,
  scope,
  reason: 'threats',
  banned_at: '2026-11-01T10:00:00.000Z',
  expires_at,
})

test('a ban from rooms or from everything keeps out', () => {
  for (const scope of ['rooms', 'global'] as const) {
    expect(roomsBanOf([banFrom('chat'), banFrom(scope)], before)?.scope).toBe(scope)
  }
})

test('other bans keep nobody out', () => {
  expect(roomsBanOf([], before)).toBeNull()
  expect(roomsBanOf([banFrom('chat'), banFrom('api')], before)).toBeNull()
})

test('a ban that has ended keeps nobody out', () => {
  expect(roomsBanOf([banFrom('rooms', END)], before)).not.toBeNull()
  expect(roomsBanOf([banFrom('rooms', END)], Date.parse(END))).toBeNull()
})
