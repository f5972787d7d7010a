import { expect, test } from '@jest/globals'
import { invitePath, readInvite } from '../../../src/entities/room/room-key.js'

const read = (path: string) => readInvite(new URL(path, 'http://kla.test').searchParams)

test('builds an invitation that leads to its room', () => {
  for (const room of [
    { roomId: '0193', passcode: null },
    { roomId: '0193', passcode: 'a&b=c d#é?%' },
  ]) {
    expect(read(invitePath(room))).toEqual(room)
  }
})

test('rejects an invitation without a room', () => {
  expect(read('/join-room')).toBeNull()
  expect(read('/join-room?room=&passcode=x')).toBeNull()
})

test('treats an empty passcode as none', () => {
  expect(read('/join-room?room=0193&passcode=')).toEqual({ roomId: '0193', passcode: null })
})
