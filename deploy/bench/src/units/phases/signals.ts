import { awaitEvent } from '../../bots/index.js'
import type { UnitsDeps, ConnectedPlayer } from '../measure.js'
import { forAll } from '../players.js'
import type { ReachablePair } from './rooms.js'

const USER = 'f8Qa'

/** About as long as those of browsers. */
const descriptionOf = (kind: 'offer' | 'answer'): string =>
  [
    'v=0',
    'o=- 7614219274584779017 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'a=msid-semantic: WMS stream',
    ...section('audio', 0, kind, ['111 opus/48000/2', '9 G722/8000', '0 PCMU/8000', '8 PCMA/8000']),
    ...section('video', 1, kind, ['96 VP8/90000', '97 rtx/90000', '98 VP9/90000', '102 H264/90000', '103 rtx/90000']),
    '',
  ].join('\r\n')

const candidateOf = (at: number): object => ({
  candidate: `candidate:${1000 + at} 1 udp ${2122260223 - at} 203.0.113.${at + 1} ${50000 + at} typ host generation 0 ufrag ${USER}`,
  sdpMid: '0',
  sdpMLineIndex: 0,
  usernameFragment: USER,
})

function section(media: 'audio' | 'video', mid: number, kind: 'offer' | 'answer', codecs: readonly string[]): string[] {
  const types = codecs.map((codec) => codec.split(' ')[0])
  return [
    `m=${media} 9 UDP/TLS/RTP/SAVPF ${types.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    `a=ice-ufrag:${USER}`,
    'a=ice-pwd:x9cml7YzichV2JvDFqzWk2dS',
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, (_, at) => (at + 16).toString(16).toUpperCase()).join(':')}`,
    `a=setup:${kind === 'offer' ? 'actpass' : 'active'}`,
    `a=mid:${mid}`,
    ...Array.from({ length: 8 }, (_, at) => `a=extmap:${at + 1} urn:ietf:params:rtp-hdrext:example-${at + 1}`),
    'a=sendrecv',
    'a=msid:stream track',
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...codecs.flatMap((codec) => {
      const [type = ''] = codec.split(' ')
      return [`a=rtpmap:${codec}`, `a=rtcp-fb:${type} transport-cc`, `a=rtcp-fb:${type} nack`, `a=rtcp-fb:${type} nack pli`]
    }),
    `a=ssrc:${1234567890 + mid} cname:example`,
  ]
}

/** A description each way, and the candidates of two networks. */
const CANDIDATES = 6
export const SIGNALS = 1 + CANDIDATES

export const signals = ({ measure }: UnitsDeps, pairs: readonly ReachablePair[]) =>
  measure.work('signal', async () => {
    await forAll(pairs, async ({ first, second, peers }) => {
      await sendSignals('offer', first, second, peers.first())
      await sendSignals('answer', second, first, peers.second())
    })
    return pairs.length * 2 * SIGNALS
  })

/** Resolves once all have arrived: {@link SIGNALS}. */
export async function sendSignals(kind: 'offer' | 'answer', from: ConnectedPlayer, receiver: ConnectedPlayer, to: string): Promise<void> {
  let left = SIGNALS
  const all = awaitEvent(receiver.bot.client, `the ${kind} and its candidates`, ({ event }) => {
    if (event === kind || event === 'ice-candidate') left -= 1
    return left === 0 ? true : undefined
  })
  await from.bot.must(kind, { to, payload: { type: kind, sdp: descriptionOf(kind) } })
  for (let at = 0; at < CANDIDATES; at++) await from.bot.must('ice-candidate', { to, payload: candidateOf(at) })
  await all
}
