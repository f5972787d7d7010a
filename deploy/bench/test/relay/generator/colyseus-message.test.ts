import { Protocol } from '@colyseus/core'
import { unpack } from '@colyseus/msgpackr'
import { expect, test } from '@jest/globals'
import { messageOf } from '../../../src/relay/generator/codecs/colyseus.js'

test.each([5, 31, 32, 200])('a message of %d letters is what Colyseus reads', (length) => {
  const message = 'x'.repeat(length)
  const bytes = messageOf('send-message', { message })
  expect(bytes[0]).toBe(Protocol.ROOM_DATA)
  const typeEnd = 2 + 'send-message'.length
  expect(unpack(bytes.subarray(1, typeEnd))).toBe('send-message')
  expect(unpack(bytes.subarray(typeEnd))).toEqual({ message })
})
