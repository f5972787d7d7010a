import { expect, test } from '@jest/globals'
import { EarlySignals } from '../../../src/ws/rooms/peers.js'

const signal = (peerId: string, atMs: number, sdp = `${peerId} ${atMs}`) => ({
  peerId,
  event: 'offer' as const,
  data: { from: 'host', payload: { type: 'offer' as const, sdp } },
  atMs,
})
const sdpsFor = (early: EarlySignals, peerId: string, nowMs: number) =>
  early.takeFor(peerId, nowMs).map(({ data }) => (data.payload as { sdp: string }).sdp)

test('EarlySignals returns the signals of a peer in order, once', () => {
  const early = new EarlySignals()
  early.keep(signal('guest', 1))
  early.keep(signal('judge', 2))
  early.keep(signal('guest', 3))
  expect(sdpsFor(early, 'guest', 10)).toEqual(['guest 1', 'guest 3'])
  expect(sdpsFor(early, 'guest', 10)).toEqual([])
  expect(sdpsFor(early, 'judge', 10)).toEqual(['judge 2'])
})

test('EarlySignals forgets signals after five seconds, and the oldest beyond its limit', () => {
  const early = new EarlySignals()
  early.keep(signal('guest', 0))
  early.keep(signal('guest', 3_000))
  expect(sdpsFor(early, 'guest', 5_000)).toEqual(['guest 3000'])
  for (let at = 0; at < 200; at += 1) early.keep(signal('guest', at))
  const kept = sdpsFor(early, 'guest', 200)
  expect(kept).toHaveLength(128)
  expect(kept[0]).toBe('guest 72')
})
