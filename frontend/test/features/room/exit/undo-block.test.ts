import { expect, test } from '@jest/globals'
import { undoWords, wasBlockedBefore } from '../../../../src/features/room/exit/undo-block.js'

const EXIT = Date.parse('2026-03-01T20:00:00.000Z')
const blocked = (id: number, beforeExitMs: number) => ({ id, blocked_at: new Date(EXIT - beforeExitMs).toISOString() })

test('attributes a block right after the exit to the exit, even when clocks differ a little', () => {
  expect(wasBlockedBefore([blocked(22, -300)], 22, EXIT)).toBe(false)
  expect(wasBlockedBefore([blocked(22, 500)], 22, EXIT)).toBe(false)
})

test('recognises a block that is older than the exit', () => {
  expect(wasBlockedBefore([blocked(22, 5_000)], 22, EXIT)).toBe(true)
})

test('ignores blocks of other players', () => {
  expect(wasBlockedBefore([blocked(23, 5_000)], 22, EXIT)).toBe(false)
  expect(wasBlockedBefore([], 22, EXIT)).toBe(false)
})

test('says whether the block was undone', () => {
  expect(undoWords('undone', 'Jonas')).toBe('Jonas is no longer blocked.')
  expect(undoWords('failed', 'Jonas')).toContain('still blocked')
})
