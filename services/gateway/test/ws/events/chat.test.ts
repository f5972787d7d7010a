import { expect, test } from '@jest/globals'
import { isUuid } from '@kla/proto/web'
import { createMessageIds, sendMessage } from '../../../src/ws/events/chat.js'

test('refuses a message that cannot be kept for reports, and shows it to no one', () => {
  const shown: string[] = []
  const kept: string[] = []
  const transcripts = {
    isFull: true,
    add: (_room: string, { message }: { message: string }) => void kept.push(message),
  }
  const say = sendMessage({
    transcripts,
    now: () => 1_000,
    metrics: { contacts: { inc: () => undefined } },
    bus: { publish: (subject: string) => void shown.push(subject) },
  })
  const room = {
    roomId: 'r',
    snapshot: undefined,
    isWholeHere: true,
    deliverMessage: ({ message }: { message: string }) => void shown.push(message),
  }
  const line = (message: string) =>
    ({ room, session: { account: { id: 1, username: 'ada' } }, data: { roomId: 'r', message } }) as never
  expect(() => say(line('lost'))).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }))
  expect([shown, kept]).toEqual([[], []])
  transcripts.isFull = false
  say(line('kept'))
  expect([shown, kept]).toEqual([['kept'], ['kept']])
})

test('refuses an invisible message and removes control characters from others', () => {
  const shown: string[] = []
  const say = sendMessage({
    transcripts: { isFull: false, add: () => undefined },
    now: () => 1_000,
    metrics: { contacts: { inc: () => undefined } },
    bus: { publish: () => undefined },
  })
  const room = {
    roomId: 'r',
    snapshot: undefined,
    isWholeHere: true,
    deliverMessage: ({ message }: { message: string }) => void shown.push(message),
  }
  const line = (message: string) =>
    ({ room, session: { account: { id: 1, username: 'ada' } }, data: { roomId: 'r', message } }) as never
  for (const unseen of ['', ' ', '\u200b', '\u2800\u3164', '\u202e\0', '\u0301']) {
    expect(() => say(line(unseen))).toThrow(expect.objectContaining({ reason: 'INVALID_FIELD' }))
  }
  for (const text of ['a\0b\nc', '\u202eabc', '👨‍👩‍👧 ❤️', 'می‌خواهم']) say(line(text))
  expect(shown).toEqual(['ab c', 'abc', '👨‍👩‍👧 ❤️', 'می‌خواهم'])
})

test('gives messages UUIDs that no other process creates', () => {
  const [here, there] = [createMessageIds(), createMessageIds()]
  const ids = [here(), here(), there(), there()]
  expect(ids.every(isUuid)).toBe(true)
  expect(new Set(ids).size).toBe(4)
  expect(ids.map((id) => id[14])).toEqual(['8', '8', '8', '8'])
})
