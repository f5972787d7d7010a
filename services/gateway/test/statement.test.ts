import { describe, expect, test } from '@jest/globals'
import type { Restriction } from '@kla/proto'
import { inForce, refusalOf, statementOf } from '../src/statement.js'

const ban = (more: Partial<Restriction> = {}): Restriction => ({
  scope: 'global',
  untilMs: 0,
  reason: 'Threats in the chat',
  banId: 7,
  ...more,
})

describe('the statement of a ban', () => {
  test('says from what, for how long, why, and how to appeal', () => {
    expect(statementOf(ban()).text).toBe(
      'You are banned from Kla. The ban is permanent. The reason given: Threats in the chat. ' +
        'You can appeal by a support ticket in /settings.',
    )
    const untilMs = Date.UTC(2026, 11, 5, 14, 2, 30)
    expect(statementOf(ban({ scope: 'chat', untilMs, reason: 'Enough!' })).text).toBe(
      'You are banned from the chat. The ban lasts until 2026-12-05 14:03 UTC. The reason given: Enough! ' +
        'You can appeal by a support ticket in /settings.',
    )
  })

  test('leaves out a reason that was not given', () => {
    expect(statementOf(ban({ reason: '  ' })).text).toBe(
      'You are banned from Kla. The ban is permanent. You can appeal by a support ticket in /settings.',
    )
  })

  test.each(['x', 'é', '漢', '👩‍👩‍👧'])('fits into a close frame, whatever it is made of: %s', (character) => {
    const { closeReason } = statementOf(ban({ reason: character.repeat(1_000), untilMs: Date.UTC(2026, 11, 5) }))
    const bytes = Buffer.byteLength(closeReason)
    expect(bytes).toBeLessThanOrEqual(123)
    expect(bytes).toBeGreaterThan(110)
    expect(closeReason).toMatch(/^Banned until 2026-12-05 00:00 UTC; appeal in \/settings\. /)
    expect(closeReason).not.toContain('\uFFFD')
    expect(Buffer.from(closeReason).toString()).toBe(closeReason)
  })

  test('comes with the refusal of its scope', () => {
    expect(refusalOf(ban({ scope: 'rooms' }))).toMatchObject({
      reason: 'BANNED_FROM_ROOMS',
      code: 'permission_denied',
      message: expect.stringContaining('You are banned from rooms.'),
    })
  })
})

describe('the restriction in force', () => {
  test('is the one that lasts longest, among those of the scope and those of everything', () => {
    const hour = ban({ scope: 'chat', untilMs: 5_000 })
    const day = ban({ untilMs: 9_000 })
    const forGood = ban({ scope: 'rooms' })
    expect(inForce([hour, day, forGood], 'chat', 1_000)).toBe(day)
    expect(inForce([hour, day, forGood], 'rooms', 1_000)).toBe(forGood)
    expect(inForce([hour, forGood], 'global', 1_000)).toBeUndefined()
  })

  test('is none from the very moment of its end', () => {
    const short = ban({ scope: 'chat', untilMs: 5_000 })
    expect(inForce([short], 'chat', 4_999)).toBe(short)
    expect(inForce([short], 'chat', 5_000)).toBeUndefined()
  })
})
