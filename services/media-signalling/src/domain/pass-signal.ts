import { SignalKind } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import { passCandidate } from './ice-candidate.js'
import type { PassingAddresses } from './ice-transport-policy.js'
import type { Link } from './link.js'
import type { SignalRefusal } from './refused-signal.js'
import { passDescription, passWatchersAnswer } from './session-description.js'

/** What of a signal's payload (JSON) goes on to the other end of a link, or why nothing does. */
export function passSignal(
  kind: SignalKind,
  payload: string,
  passing: PassingAddresses,
  link: Link = 'players',
): { readonly payload: string } | { readonly refused: SignalRefusal } {
  if (payload.length > SIGNAL_PAYLOAD_MAX) return { refused: 'too_large' }
  const value = parseJson(payload)
  if (value === undefined) return { refused: 'malformed' }
  const verdict = judge(kind, value, passing, link)
  return 'refused' in verdict ? verdict : { payload: JSON.stringify(verdict.passed) }
}

const WRONG_WAY = { refused: 'wrong_way' } as const

function judge(kind: SignalKind, value: unknown, passing: PassingAddresses, link: Link) {
  switch (kind) {
    case SignalKind.OFFER:
      return link === 'watcher-to-player' ? WRONG_WAY : passDescription(value, 'offer', passing)
    case SignalKind.ANSWER:
      if (link === 'player-to-watcher') return WRONG_WAY
      return link === 'players' ? passDescription(value, 'answer', passing) : passWatchersAnswer(value, passing)
    case SignalKind.ICE_CANDIDATE:
      return passCandidate(value, passing)
    case SignalKind.UNSPECIFIED:
    case SignalKind.UNRECOGNIZED:
      return { refused: 'malformed' } as const
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
