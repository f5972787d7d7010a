import { expect, test } from '@jest/globals'
import { addLine, type ChatLine } from '../../../src/lib/rooms/chat-lines.js'

test('tells people from the room', () => {
  const lines = addLine(addLine([], { username: 'Maya', message: 'hi' }), { system: true, text: 'Jonas is here.' })
  expect(lines).toEqual([
    { key: 1, username: 'Maya', text: 'hi' },
    { key: 2, username: null, text: 'Jonas is here.' },
  ])
})

test('drops the oldest of very many, and never uses a key twice', () => {
  let lines: ChatLine[] = []
  for (let n = 1; n <= 250; n++) lines = addLine(lines, { username: 'Maya', message: String(n) })
  expect(lines).toHaveLength(200)
  expect(lines.at(-1)).toEqual({ key: 250, username: 'Maya', text: '250' })
  expect(new Set(lines.map(({ key }) => key)).size).toBe(200)
})
