import { describe, expect, test } from '@jest/globals'
import {
  addMessage,
  type ChatMessage,
  mergeMessages,
  unreadSince,
  writerOf,
} from '../../../src/entities/room/chat-messages.js'

test('separates players from room announcements', () => {
  const lines = addMessage(addMessage([], { username: 'Maya', message: 'hi' }), {
    system: true,
    text: 'Jonas is here.',
  })
  expect(lines).toEqual([
    { key: 1, username: 'Maya', text: 'hi' },
    { key: 2, username: null, text: 'Jonas is here.' },
  ])
})

test('drops the oldest lines beyond the limit and never reuses a key', () => {
  let lines: ChatMessage[] = []
  for (let n = 1; n <= 250; n++) lines = addMessage(lines, { username: 'Maya', message: String(n) })
  expect(lines).toHaveLength(200)
  expect(lines.at(-1)).toEqual({ key: 250, username: 'Maya', text: '250' })
  expect(new Set(lines.map(({ key }) => key)).size).toBe(200)
})

test("merges the server's lines once each and in order", () => {
  const kept = ['1', '2', '3'].map((id) => ({ id, username: 'Maya', message: `line ${id}` }))
  const texts = (lines: readonly ChatMessage[]): string[] => lines.map(({ text }) => text)
  const all = ['line 1', 'line 2', 'line 3']
  const afterReload = mergeMessages([], kept)
  expect(texts(afterReload)).toEqual(all)
  expect(texts(mergeMessages(afterReload, kept))).toEqual(all)
  const newestFirst = addMessage([], { username: 'Maya', message: 'line 3', id: '3' })
  expect(texts(mergeMessages(newestFirst, kept))).toEqual(all)
  const oneMissed = mergeMessages([], kept.slice(0, 2))
  expect(texts(mergeMessages(oneMissed, kept))).toEqual(all)
  const keys = mergeMessages(newestFirst, kept).map(({ key }) => key)
  expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b))
})

describe('writerOf', () => {
  const players = [
    { id: 1, username: 'Maya' },
    { id: 2, username: 'Jonas' },
  ]

  test('finds the writer by account, whatever name the line has', () => {
    expect(writerOf(players, { key: 1, username: 'Maya', senderId: 2, text: 'hi' })).toBe(players[1])
  })

  test('finds the writer by name where the server sends no account', () => {
    expect(writerOf(players, { key: 1, username: 'Maya', text: 'hi' })).toBe(players[0])
  })

  test('returns null for a writer who is not in the room', () => {
    expect(writerOf(players, { key: 1, username: 'Maya', senderId: 3, text: 'hi' })).toBeNull()
  })
})

test("keeps the writer's account of new and of earlier lines", () => {
  const lines = mergeMessages(addMessage([], { username: 'Maya', message: 'b', id: '2', senderId: 1 }), [
    { id: '1', username: 'Jonas', message: 'a', senderId: 2 },
    { id: '2', username: 'Maya', message: 'b', senderId: 1 },
  ])
  expect(lines.map(({ senderId }) => senderId)).toEqual([2, 1])
})

describe('unreadSince', () => {
  const me = { id: 1, username: 'Maya' }
  const lines = [
    { key: 1, username: 'Jonas', senderId: 2, text: 'hi' },
    { key: 2, username: 'Maya', senderId: 1, text: 'hello' },
    { key: 3, username: null, text: 'Jonas is ready.' },
    { key: 4, username: 'Maya', senderId: 2, text: 'a name that was mine before' },
    { key: 5, username: 'Jonas', text: 'from a server that sends no account' },
    { key: 6, username: 'Maya', text: 'mine, from the same' },
  ]

  test('counts lines of others only, by account where the server sends it', () => {
    expect(unreadSince(lines, 0, me)).toBe(3)
  })

  test('counts nothing up to the line that was read', () => {
    expect(unreadSince(lines, 4, me)).toBe(1)
    expect(unreadSince(lines, 6, me)).toBe(0)
  })

  test('counts every line of a player while the own name is unknown', () => {
    expect(unreadSince([{ key: 1, username: 'Jonas', text: 'hi' }], 0, { id: 1, username: undefined })).toBe(1)
  })
})

test('a message that a room state has shown is not added again', () => {
  const shown = mergeMessages([], [{ id: '1', username: 'Maya', message: 'hi' }])
  const again = addMessage(shown, { username: 'Maya', message: 'hi', id: '1' })
  expect(again).toEqual(shown)
  expect(addMessage(again, { username: 'Maya', message: 'hi', id: '2' })).toHaveLength(2)
})
