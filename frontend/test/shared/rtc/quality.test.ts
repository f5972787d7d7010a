import { expect, test } from '@jest/globals'
import { judgeQuality, readStats } from '../../../src/shared/rtc/quality.js'

const sample = (rttMs: number | null, received = 100, lost = 0) => ({ rttMs, received, lost, via: 'host' as const })

test.each([
  [40, 0, 3],
  [200, 2, 3],
  [250, 0, 2],
  [40, 5, 2],
  [500, 0, 1],
  [40, 30, 1],
])('rates a round trip of %i ms with %i %% lost as %i bars', (rttMs, lost, bars) => {
  expect(judgeQuality(null, sample(rttMs, 100 - lost, lost)).bars).toBe(bars)
})

test('considers only the time since the last sample', () => {
  const quality = judgeQuality(sample(40, 100, 50), sample(40, 200, 50))
  expect(quality).toMatchObject({ bars: 3, lossPercent: 0 })
})

test('is unknown without a round trip', () => {
  expect(judgeQuality(null, sample(null)).bars).toBe(0)
})

test('finds the selected pair, and whether either end is relayed', () => {
  const stats = readStats([
    { type: 'transport', id: 't', selectedCandidatePairId: 'p2' },
    { type: 'candidate-pair', id: 'p1', nominated: true, state: 'succeeded', currentRoundTripTime: 9 },
    { type: 'candidate-pair', id: 'p2', currentRoundTripTime: 0.1234, localCandidateId: 'l', remoteCandidateId: 'r' },
    { type: 'local-candidate', id: 'l', candidateType: 'host' },
    { type: 'remote-candidate', id: 'r', candidateType: 'relay' },
    { type: 'inbound-rtp', id: 'a', packetsReceived: 10, packetsLost: 1 },
    { type: 'inbound-rtp', id: 'v', packetsReceived: 90, packetsLost: 2 },
  ])
  expect(stats).toEqual({ rttMs: 123, received: 100, lost: 3, via: 'relay' })
})

test.each([
  ['host', 'host', 'host'],
  ['host', 'prflx', 'srflx'],
  ['srflx', 'host', 'srflx'],
  ['relay', 'host', 'relay'],
] as const)('names a route from %s to %s %s', (local, remote, via) => {
  const { via: found } = readStats([
    { type: 'candidate-pair', id: 'p', nominated: true, state: 'succeeded', localCandidateId: 'l', remoteCandidateId: 'r' },
    { type: 'local-candidate', id: 'l', candidateType: local },
    { type: 'remote-candidate', id: 'r', candidateType: remote },
  ])
  expect(found).toBe(via)
})
