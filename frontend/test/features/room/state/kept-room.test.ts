import { expect, test } from '@jest/globals'
import { forgetRoom, keepRoom, keptRoom } from '../../../../src/features/room/state/kept-room.js'
import { fakeMemory } from '../../../fake-memory.js'

test('returns the kept room until it is forgotten', () => {
  const tab = fakeMemory()
  expect(keptRoom(tab)).toBeNull()
  keepRoom({ roomId: 'r1', passcode: null }, tab)
  expect(keptRoom(tab)).toEqual({ roomId: 'r1', passcode: null })
  forgetRoom(tab)
  expect(keptRoom(tab)).toBeNull()
})

test.each(['nonsense', '[]', '{"roomId":7}', 'null'])('ignores the stored value %s', (text) => {
  expect(keptRoom(fakeMemory({ 'kla-room': text }))).toBeNull()
})
