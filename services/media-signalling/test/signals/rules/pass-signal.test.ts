import { describe, expect, test } from '@jest/globals'
import { SignalKind } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import { passSignal } from '../../../src/signals/rules/description.js'
import { candidates, offerSdp, SOME } from '../../support/sdp.js'

const { OFFER, ANSWER, ICE_CANDIDATE } = SignalKind
const json = (value: unknown): string => JSON.stringify(value)
const passed = (kind: SignalKind, value: unknown, policy: 'all' | 'public' | 'relay'): unknown => {
  const verdict = passSignal(kind, json(value), policy)
  return 'payload' in verdict ? (JSON.parse(verdict.payload) as unknown) : verdict
}

describe('passSignal with a description', () => {
  test('passes it unchanged under the policy all, without unknown fields', () => {
    const sdp = offerSdp()
    expect(passed(OFFER, { type: 'offer', sdp, extra: '192.168.7.23' }, 'all')).toEqual({ type: 'offer', sdp })
  })

  test.each([
    ['of another kind', OFFER, { type: 'answer', sdp: offerSdp() }],
    ['of another kind', ANSWER, { type: 'offer', sdp: offerSdp() }],
    ['that rolls back', OFFER, { type: 'rollback', sdp: '' }],
    ['without text', OFFER, { type: 'offer' }],
    ['with a number for text', OFFER, { type: 'offer', sdp: 7 }],
    ['that is no SDP', OFFER, { type: 'offer', sdp: 'hello' }],
    ['that is a list', OFFER, ['offer', offerSdp()]],
    ['that is null', OFFER, null],
    ['with a line separator of Unicode', OFFER, { type: 'offer', sdp: offerSdp().replace('s=-', 's=-\u2028a=x') }],
    ['with a null character', OFFER, { type: 'offer', sdp: offerSdp().replace('s=-', 's=\u0000') }],
    ['with a type of its own', SignalKind.UNRECOGNIZED, { type: 'offer', sdp: offerSdp() }],
  ])('rejects %s under both policies', (_name, kind, value) => {
    for (const policy of ['all', 'relay'] as const) {
      expect(passed(kind, value, policy)).toEqual({ refused: 'malformed' })
    }
  })

  test('rejects invalid JSON and text longer than a frame', () => {
    expect(passSignal(OFFER, '{"type":"offer"', 'all')).toEqual({ refused: 'malformed' })
    expect(passSignal(OFFER, json({ type: 'offer', sdp: offerSdp() + 'a=x\r\n'.repeat(4_000) }), 'all')).toEqual({
      refused: 'too_large',
    })
    expect(SIGNAL_PAYLOAD_MAX).toBeLessThan(20_000)
  })
})

describe('passSignal with a candidate', () => {
  test.each(candidates(SOME))('passes under the policy all: %s', (candidate) => {
    const value = { candidate, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'Zx3b' }
    expect(passed(ICE_CANDIDATE, value, 'all')).toEqual(value)
  })

  test('passes only relay candidates under the policy relay, without the related address', () => {
    const kept = candidates(SOME)
      .map((candidate) => passed(ICE_CANDIDATE, { candidate, sdpMid: '0' }, 'relay'))
      .filter((value) => json(value) !== json({ refused: 'withheld' }))
    expect(kept).toEqual([
      {
        candidate:
          'candidate:3098175849 1 udp 33562367 198.51.100.4 56121 typ relay ' +
          'raddr 0.0.0.0 rport 0 generation 0 ufrag Zx3b',
        sdpMid: '0',
      },
    ])
  })

  test.each([null, {}, { candidate: '' }, { candidate: null, sdpMid: '0', sdpMLineIndex: 0 }])(
    'passes %j as the end of candidates under both policies',
    (value) => {
      for (const policy of ['all', 'relay'] as const) {
        expect(passed(ICE_CANDIDATE, value, policy)).toEqual({ ...value, candidate: '' })
      }
    },
  )

  test.each([
    { candidate: 7 },
    { candidate: 'host 192.168.7.23' },
    { candidate: 'candidate:1 1 udp 1 198.51.100.4 1 typ relay\r\na=candidate:1 1 udp 1 192.168.7.23 1 typ host' },
    { candidate: 'CANDIDATE:1 1 UDP 1 198.51.100.4 1 TYP RELAY' },
    { candidate: '', sdpMid: 7 },
    { candidate: '', sdpMid: '192.168.7.23' },
    { candidate: '', sdpMLineIndex: -1 },
    { candidate: '', sdpMLineIndex: '0' },
    { candidate: '', usernameFragment: 'a b' },
    [],
    'candidate',
    7,
  ])('rejects %j under both policies', (value) => {
    for (const policy of ['all', 'relay'] as const) {
      expect(passed(ICE_CANDIDATE, value, policy)).toEqual({ refused: 'malformed' })
    }
  })
})

describe('passSignal with direct connections outside local mode', () => {
  test("withholds addresses of players' own networks from candidates and descriptions", () => {
    const kept = candidates(SOME).map((candidate) => json(passed(ICE_CANDIDATE, { candidate, sdpMid: '0' }, 'public')))
    expect(kept.filter((value) => / typ (srflx|relay) raddr (0\.0\.0\.0|::) rport 0/.test(value))).not.toEqual([])
    expect(kept.join()).toContain('typ srflx')
    expect(kept.join()).not.toContain('typ host')
    const sdp = json(passed(OFFER, { type: 'offer', sdp: offerSdp() }, 'public'))
    expect(sdp).toContain('typ srflx')
    for (const text of [kept.join(), sdp]) {
      expect(text).not.toContain('typ host')
      expect(text).not.toContain(SOME.host)
    }
  })
})
