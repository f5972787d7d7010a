import { expect, test } from '@jest/globals'
import { BAN_SCOPES } from '@kla/proto/web'
import { BAN_TITLES, reasonWords, untilWords } from '../../../src/entities/bans/ban-words.js'
import { endWords } from '../../../src/shared/time/when-words.js'

test('every scope has a title of its own', () => {
  expect(new Set(BAN_SCOPES.map((scope) => BAN_TITLES[scope])).size).toBe(BAN_SCOPES.length)
})

test('says until when, or that it has no end', () => {
  expect(untilWords(null)).toBe('It is permanent.')
  expect(untilWords('2026-12-01T10:00:00.000Z')).toBe(`It ends on ${endWords('2026-12-01T10:00:00.000Z')}.`)
})

test('gives the reason, and a general one where the moderator gave none', () => {
  expect(reasonWords('threats in the chat')).toBe('The reason: “threats in the chat”.')
  expect(reasonWords(' ')).toBe(reasonWords(null))
})
