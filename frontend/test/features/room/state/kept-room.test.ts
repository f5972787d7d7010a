import { expect, test } from '@jest/globals'
import { forgetRoom, keepRoom, keptRoom } from '../../../../src/features/room/state/kept-room.js'

function memory(content: Record<string, string> = {}) {
  const kept = new Map(Object.entries(content))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('returns the kept room until it is forgotten', () => {
  const tab = memory()
  expect(keptRoom(tab)).toBeNull()
  keepRoom({ roomId: 'r1', passcode: null }, tab)
  expect(keptRoom(tab)).toEqual({ roomId: 'r1', passcode: null })
  forgetRoom(tab)
  expect(keptRoom(tab)).toBeNull()
})

test.each(['nonsense', '[]', '{"roomId":7}', 'null'])('ignores the stored value %s', (text) => {
  expect(keptRoom(memory({ 'kla-room': text }))).toBeNull()
})
