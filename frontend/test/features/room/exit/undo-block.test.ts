import { expect, test } from '@jest/globals'
import { undoWords, wasBlockedBefore } from '../../../../src/features/room/exit/undo-block.js'

const EXIT = Date.parse('2026-03-01T20:00:00.000Z')
const blocked = (id: number, beforeExitMs: number) => ({ id, blocked_at: new Date(EXIT - beforeExitMs).toISOString() })

test('takes the block that followed the exit for one of the exit, though clocks differ a little', () => {
  expect(wasBlockedBefore([blocked(22, -300)], 22, EXIT)).toBe(false)
  expect(wasBlockedBefore([blocked(22, 500)], 22, EXIT)).toBe(false)
})

test('recognises a block that is older than the exit', () => {
  expect(wasBlockedBefore([blocked(22, 5_000)], 22, EXIT)).toBe(true)
})

test('looks at no other player', () => {
  expect(wasBlockedBefore([blocked(23, 5_000)], 22, EXIT)).toBe(false)
  expect(wasBlockedBefore([], 22, EXIT)).toBe(false)
})

test('says what became of the block', () => {
  expect(undoWords('undone', 'Jonas')).toBe('Jonas is no longer blocked.')
  expect(undoWords('failed', 'Jonas')).toContain('still blocked')
})
