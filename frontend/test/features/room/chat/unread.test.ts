import { describe, expect, test } from '@jest/globals'
import { unreadSince } from '../../../../src/features/room/chat/unread.js'

const me = { id: 1, username: 'Maya' }
const lines = [
  { key: 1, username: 'Jonas', senderId: 2, text: 'hi' },
  { key: 2, username: 'Maya', senderId: 1, text: 'hello' },
  { key: 3, username: null, text: 'Jonas is ready.' },
  { key: 4, username: 'Maya', senderId: 2, text: 'a name that was mine before' },
  { key: 5, username: 'Jonas', text: 'from a server that sends no account' },
  { key: 6, username: 'Maya', text: 'mine, from the same' },
]

describe('unreadSince', () => {
  test('counts lines of others only, by account where the server sends it', () => {
    expect(unreadSince(lines, 0, me)).toBe(3)
  })

  test('counts nothing up to the line that was read', () => {
    expect(unreadSince(lines, 4, me)).toBe(1)
    expect(unreadSince(lines, 6, me)).toBe(0)
  })

  test('counts every line of a player before the own name is known', () => {
    expect(unreadSince([{ key: 1, username: 'Jonas', text: 'hi' }], 0, { id: 1, username: undefined })).toBe(1)
  })
})
