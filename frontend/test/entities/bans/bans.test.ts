import { describe, expect, test } from '@jest/globals'
import { BAN_SCOPES, type BanScope } from '@kla/proto/web'
import { reasonWords } from '../../../src/entities/bans/ban-statement.js'
import { roomsBanOf, untilWords } from '../../../src/entities/bans/bans.js'
import { endWords } from '../../../src/shared/time/when-words.js'
import { BAN_TITLES } from '../../../src/texts/bans.js'

describe('roomsBanOf', () => {
  const END = '2026-12-01T10:00:00.000Z'
  const before = Date.parse(END) - 1
  const banFrom = (scope: BanScope, expires_at: string | null = null) => ({
    id: 7,
    scope,
    reason: 'threats',
    banned_at: '2026-11-01T10:00:00.000Z',
    expires_at,
  })

  test('returns a ban from rooms or from everything', () => {
    for (const scope of ['rooms', 'global'] as const) {
      expect(roomsBanOf([banFrom('chat'), banFrom(scope)], before)?.scope).toBe(scope)
    }
  })

  test('ignores bans of other scopes', () => {
    expect(roomsBanOf([], before)).toBeNull()
    expect(roomsBanOf([banFrom('chat'), banFrom('api')], before)).toBeNull()
  })

  test('ignores a ban that has ended', () => {
    expect(roomsBanOf([banFrom('rooms', END)], before)).not.toBeNull()
    expect(roomsBanOf([banFrom('rooms', END)], Date.parse(END))).toBeNull()
  })
})

describe('ban texts', () => {
  test('give every scope its own title', () => {
    expect(new Set(BAN_SCOPES.map((scope) => BAN_TITLES[scope])).size).toBe(BAN_SCOPES.length)
  })

  test('say when the ban ends, or that it has no end', () => {
    expect(untilWords(null)).toBe('It is permanent.')
    expect(untilWords('2026-12-01T10:00:00.000Z')).toBe(`It ends on ${endWords('2026-12-01T10:00:00.000Z')}.`)
  })

  test('show the reason, or a general one when the moderator gave none', () => {
    expect(reasonWords('threats in the chat')).toBe('Reason: “threats in the chat”.')
    expect(reasonWords(' ')).toBe(reasonWords(null))
  })
})
