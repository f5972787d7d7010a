import { describe, expect, test } from '@jest/globals'
import { LINK_THRESHOLDS, type LinkBand } from '@kla/proto/web'
import { bandOf, type Reading, readingOf, sendingBandOf } from '../../../../src/shared/rtc/adaptation/bands.js'
import { readSample, type Sample } from '../../../../src/shared/rtc/adaptation/sample.js'
import { GOOD } from './reading.js'

describe('band', () => {
  test.each<[LinkBand, Partial<Reading>]>([
    ['excellent', {}],
    ['excellent', { rttMs: 200, lossInPercent: 2, jitterMs: 30 }],
    ['good', { rttMs: 201 }],
    ['good', { lossOutPercent: 2.1 }],
    ['good', { frozenPercent: 1 }],
    ['fair', { rttMs: 301 }],
    ['fair', { jitterMs: 51 }],
    ['fair', { sendKbps: 299 }],
    ['poor', { rttMs: 801 }],
    ['poor', { lossInPercent: 10 }],
    ['poor', { sendKbps: 60 }],
    ['lost', { silentMs: 2_000 }],
  ])('is %s for %o', (band, reading) => {
    expect(bandOf({ ...GOOD, ...reading })).toBe(band)
  })

  test('is unknown without a round trip', () => {
    expect(bandOf({ ...GOOD, rttMs: null })).toBeNull()
  })

  test('has published thresholds that rise from band to band', () => {
    const { excellent, good, fair } = LINK_THRESHOLDS
    for (const measure of ['rttMs', 'lossPercent', 'jitterMs', 'frozenPercent'] as const) {
      expect(excellent[measure]).toBeLessThan(good[measure])
      expect(good[measure]).toBeLessThan(fair[measure])
    }
    expect(excellent.sendKbps).toBeGreaterThan(fair.sendKbps)
  })

  test('of what is sent leaves out what arrives', () => {
    expect(sendingBandOf({ ...GOOD, lossInPercent: 30, frozenPercent: 50 })).toBe('excellent')
    expect(sendingBandOf({ ...GOOD, lossOutPercent: 30 })).toBe('poor')
  })
})

describe('sample', () => {
  const at = (ms: number, change: Partial<Sample> = {}): Sample => ({
    atMs: ms,
    rttMs: 50,
    received: ms,
    lost: 0,
    sent: ms,
    lostSent: 0,
    jitterMs: 5,
    frames: ms,
    frozenMs: 0,
    fps: 25,
    unheardMs: null,
    sendKbps: null,
    strained: false,
    via: 'relay',
    relay: null,
    ...change,
  })

  test('reads loss both ways, jitter of the sound, freezes, limits and the relay', () => {
    const sample = readSample(
      [
        { type: 'transport', id: 't', selectedCandidatePairId: 'p2' },
        { type: 'candidate-pair', id: 'p1', nominated: true, state: 'succeeded', currentRoundTripTime: 9 },
        {
          type: 'candidate-pair',
          id: 'p2',
          currentRoundTripTime: 0.12,
          availableOutgoingBitrate: 250_000,
          localCandidateId: 'l',
          remoteCandidateId: 'r',
        },
        { type: 'local-candidate', id: 'l', candidateType: 'relay', url: 'turn:relay.example' },
        { type: 'remote-candidate', id: 'r', candidateType: 'host' },
        {
          type: 'inbound-rtp',
          id: 'a',
          kind: 'audio',
          packetsReceived: 50,
          packetsLost: 1,
          jitter: 0.02,
          timestamp: 900,
          lastPacketReceivedTimestamp: 860,
        },
        {
          type: 'inbound-rtp',
          id: 'v',
          kind: 'video',
          packetsReceived: 50,
          packetsLost: 2,
          jitter: 0.2,
          framesDecoded: 30,
          framesPerSecond: 15,
          totalFreezesDuration: 0.4,
          timestamp: 900,
          lastPacketReceivedTimestamp: 100,
        },
        { type: 'outbound-rtp', id: 'o', kind: 'video', packetsSent: 70, qualityLimitationReason: 'bandwidth' },
        { type: 'remote-inbound-rtp', id: 'i', kind: 'video', packetsLost: 7 },
      ],
      1_000,
    )
    expect(sample).toEqual({
      atMs: 1_000,
      rttMs: 120,
      received: 100,
      unheardMs: 40,
      lost: 3,
      sent: 70,
      lostSent: 7,
      jitterMs: 20,
      frames: 30,
      frozenMs: 400,
      fps: 15,
      sendKbps: 250,
      strained: false,
      via: 'relay',
      relay: 'turn:relay.example',
    })
  })

  test('blames the network only for less than this side allows itself', () => {
    const pair = {
      type: 'candidate-pair',
      id: 'p',
      nominated: true,
      state: 'succeeded',
      availableOutgoingBitrate: 240_000,
    }
    const video = { type: 'outbound-rtp', id: 'o', kind: 'video', qualityLimitationReason: 'bandwidth' }
    const kbpsOf = (targetBitrate: number | undefined, maxBitrate?: number) =>
      readSample([pair, { ...video, targetBitrate }], 0, maxBitrate).sendKbps
    expect(kbpsOf(119_000, 120_000)).toBeNull()
    expect(kbpsOf(80_000, 120_000)).toBe(240)
    expect(kbpsOf(undefined, 120_000)).toBe(240)
    expect(kbpsOf(119_000)).toBe(240)
  })

  test('says that the processor limits the picture', () => {
    const video = { type: 'outbound-rtp', id: 'o', kind: 'video', qualityLimitationReason: 'cpu' }
    expect(readSample([video], 0)).toMatchObject({ strained: true, sendKbps: null })
  })

  test('has no values without statistics', () => {
    expect(readSample([], 0)).toMatchObject({ rttMs: null, received: 0, via: null, relay: null, sendKbps: null })
  })

  test('counts since the one before, and smooths losses: down fast, up slowly', () => {
    const first = readingOf(null, at(1_000), null)
    const second = readingOf(at(1_000), at(3_000, { received: 2_800, lost: 200, lostSent: 400 }), first)
    expect(second.lossInPercent).toBeCloseTo(7)
    expect(second.lossOutPercent).toBeCloseTo(14)
    expect(readingOf(at(3_000), at(5_000), second).lossInPercent).toBeCloseTo(4.2)
  })

  test('tells how long no packet and no frame has arrived', () => {
    const silent = readingOf(at(1_000), at(3_000, { received: 1_000, frames: 1_000 }), readingOf(null, at(1_000), null))
    expect(silent).toMatchObject({ silentMs: 2_000, stillMs: 2_000 })
    expect(readingOf(at(3_000, { received: 1_000 }), at(4_000), silent)).toMatchObject({ silentMs: 0, stillMs: 0 })
    expect(readingOf(at(0), at(9_000, { received: 0, frames: 0 }), null)).toMatchObject({ silentMs: 0, stillMs: 0 })
  })

  test('counts a silence from the last packet where the browser says when that came', () => {
    expect(readingOf(at(1_000), at(3_000, { received: 1_400, unheardMs: 1_600 }), null)).toMatchObject({
      silentMs: 1_600,
    })
    expect(readingOf(at(1_000), at(3_000, { unheardMs: 60 }), null)).toMatchObject({ silentMs: 0 })
  })
})
