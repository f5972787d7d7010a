import { expect, test } from '@jest/globals'
import { originOf, readSignal } from '../../../src/shared/rtc/signal.js'

test('reads descriptions and candidates only', () => {
  expect(readSignal('offer', { type: 'answer', sdp: 'v=0' })).toEqual({
    kind: 'offer',
    payload: { type: 'offer', sdp: 'v=0' },
  })
  expect(readSignal('ice-candidate', { candidate: 'candidate:1' })).not.toBeNull()
  expect(readSignal('offer', {})).toBeNull()
  expect(readSignal('ice-candidate', { sdp: 'v=0' })).toBeNull()
})

test('keeps its origin through renegotiation, but not across connections', () => {
  const sdp = (session: number, version: number) => `v=0\r\no=- ${session} ${version} IN IP4 127.0.0.1\r\ns=-\r\n`
  expect(originOf(sdp(7, 2))).toBe(originOf(sdp(7, 3)))
  expect(originOf(sdp(7, 2))).not.toBe(originOf(sdp(8, 2)))
})
