import { describe, expect, test } from '@jest/globals'
import { banAgainst, closeReasonOf, statementOf } from '../../src/shared/bans.js'

const NOW = Date.parse('2026-11-21T08:29:59Z')
const HOUR = 3_600_000

describe('banAgainst', () => {
  const global = { scope: 'global', untilMs: NOW + HOUR }
  const chat = { scope: 'chat', untilMs: NOW + 2 * HOUR }
  const forGood = { scope: 'chat', untilMs: 0 }
  const over = { scope: 'rooms', untilMs: NOW }
  test.each([
    ['none', [], 'chat', undefined],
    ['one of another scope', [chat], 'rooms', undefined],
    ['one of the scope', [chat], 'chat', chat],
    ['one of everything', [global], 'rooms', global],
    ['one that has ended', [over], 'rooms', undefined],
    ['the longest', [global, chat], 'chat', chat],
    ['the one for good', [chat, forGood, global], 'chat', forGood],
  ] as const)('%s', (_which, bans, scope, expected) => {
    expect(banAgainst(bans, scope, NOW)).toBe(expected)
  })
})

describe('statementOf', () => {
  test.each([
    [
      { scope: 'global', untilMs: NOW, reason: 'Threats in the chat' },
      'BANNED',
      'You are banned from Kla until 2026-11-21 08:30 UTC. Reason: Threats in the chat. You can appeal by a support ticket in /settings.',
    ],
    [
      { scope: 'rooms', untilMs: 0, reason: 'Enough!' },
      'BANNED_FROM_ROOMS',
      'You are banned from rooms for good. Reason: Enough! You can appeal by a support ticket in /settings.',
    ],
    [
      { scope: 'chat', untilMs: 0, reason: '' },
      'BANNED_FROM_CHAT',
      'You are banned from the chat for good. No reason was given. You can appeal by a support ticket in /settings.',
    ],
    [
      { scope: 'api', untilMs: NOW, reason: '' },
      'BANNED_FROM_API',
      'You are banned from this part of Kla until 2026-11-21 08:30 UTC. No reason was given. You can appeal by a support ticket in /settings.',
    ],
    [
      { scope: 'shop', untilMs: 0, reason: '' },
      'BANNED',
      'You are banned from Kla for good. No reason was given. You can appeal by a support ticket in /settings.',
    ],
  ] as const)('%j', (ban, reason, text) => {
    expect(statementOf(ban)).toEqual({ reason, text })
  })
})

describe('closeReasonOf', () => {
  test('contains a short reason in full', () => {
    expect(closeReasonOf({ scope: 'global', untilMs: NOW, reason: 'Threats' })).toBe(
      'You are banned from Kla until 2026-11-21 08:30 UTC. Threats. Appeal in /settings.',
    )
    expect(closeReasonOf({ scope: 'global', untilMs: 0, reason: '' })).toBe(
      'You are banned from Kla for good. Appeal in /settings.',
    )
  })

  test.each([
    ['letters', 'a'.repeat(1000)],
    ['two bytes each', 'ä'.repeat(1000)],
    ['four bytes each', '😀'.repeat(1000)],
  ])('fits the limit for any reason: %s', (_what, reason) => {
    for (const scope of ['global', 'rooms', 'chat', 'api']) {
      const text = closeReasonOf({ scope, untilMs: NOW, reason })
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(123)
      expect(Buffer.byteLength(text)).toBeGreaterThan(115)
      expect(text).toMatch(/^You are banned from .* UTC\. .*… Appeal in \/settings\.$/u)
      expect(Buffer.from(text).toString()).toBe(text)
    }
  })
})
