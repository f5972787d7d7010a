import { describe, expect, test } from '@jest/globals'
import { SignalKind } from '@kla/proto'
import { passSignal, receiveOnlySdp } from '../../../src/signals/rules/description.js'
import { candidates, offerSdp, SOME } from '../../support/sdp.js'

const { OFFER, ANSWER, ICE_CANDIDATE } = SignalKind

/** An answer of a watcher; each section as media line and direction. */
const answer = (...sections: readonly (readonly [media: string, ...lines: string[]])[]): string =>
  ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1', ...sections.flat(), ''].join('\r\n')
const audio = 'm=audio 9 UDP/TLS/RTP/SAVPF 111'
const video = 'm=video 9 UDP/TLS/RTP/SAVPF 96'
const data = 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel'
const receiving = answer([audio, 'a=mid:0', 'a=recvonly'], [video, 'a=mid:1', 'a=recvonly'])

describe('receiveOnlySdp', () => {
  test.each([
    ['as browsers write it', receiving],
    ['with what it does not want', answer([audio, 'a=inactive'], [video, 'a=recvonly'])],
    ['with a section that it refuses', answer([audio, 'a=recvonly'], [data.replace(' 9 ', ' 0 ')])],
  ])('passes %s unchanged', (_name, sdp) => {
    expect(receiveOnlySdp(sdp)).toBe(sdp)
  })

  test.each([
    ['sends in one section', answer([audio, 'a=recvonly'], [video, 'a=sendrecv'])],
    ['sends one way', answer([audio, 'a=sendonly'])],
    ['says both', answer([audio, 'a=recvonly', 'a=sendrecv'])],
    ['says nothing, which is to send', answer([audio, 'a=recvonly'], [video, 'a=mid:1'])],
    ['says it for the session alone', answer(['a=recvonly', audio], [video])],
    ['says it in another way', answer([audio, 'a=RecvOnly'])],
    ['sends in capitals', answer([audio, 'a=recvonly', 'a=SendRecv'])],
    ['opens a data channel', answer([audio, 'a=recvonly'], [data, 'a=recvonly'])],
    ['hides a section behind another end of line', answer([audio, 'a=recvonly\rm=video 9 UDP/TLS/RTP/SAVPF 96'])],
    ['has a section of no known form', answer(['m=audio x UDP 111', 'a=recvonly'])],
  ])('rejects an answer that %s', (_name, sdp) => {
    expect(receiveOnlySdp(sdp)).toBeUndefined()
  })
})

describe('passSignal between a player and a watcher', () => {
  const offer = JSON.stringify({ type: 'offer', sdp: offerSdp() })
  const received = JSON.stringify({ type: 'answer', sdp: receiving })

  test('passes offers of players and answers of watchers', () => {
    expect(passSignal(OFFER, offer, 'all', 'player-to-watcher')).toHaveProperty('payload')
    expect(passSignal(ANSWER, received, 'all', 'watcher-to-player')).toHaveProperty('payload')
  })

  test('rejects offers of watchers and answers of players', () => {
    expect(passSignal(OFFER, offer, 'all', 'watcher-to-player')).toEqual({ refused: 'wrong_way' })
    expect(passSignal(ANSWER, received, 'all', 'player-to-watcher')).toEqual({ refused: 'wrong_way' })
  })

  test('rejects a sending answer of a watcher, and passes the same of a player', () => {
    const sends = JSON.stringify({ type: 'answer', sdp: offerSdp() })
    expect(passSignal(ANSWER, sends, 'relay', 'watcher-to-player')).toEqual({ refused: 'would_send' })
    expect(passSignal(ANSWER, sends, 'relay', 'players')).toHaveProperty('payload')
  })

  test.each(['player-to-watcher', 'watcher-to-player'] as const)('%s shows only addresses of relays', (link) => {
    const passed = candidates(SOME).flatMap((candidate) => {
      const verdict = passSignal(ICE_CANDIDATE, JSON.stringify({ candidate, sdpMid: '0' }), 'relay', link)
      return 'payload' in verdict ? [verdict.payload] : []
    })
    expect(passed).toHaveLength(1)
    expect(passed[0]).toContain(SOME.relay)
    for (const secret of [SOME.host, SOME.reflexive, SOME.mdns]) expect(passed[0]).not.toContain(secret)
  })
})
