import type { PassingAddresses } from './ice-transport-policy.js'
import type { SignalRefusal } from './refused-signal.js'
import { receiveOnlySdp } from './receive-only-sdp.js'
import { withoutAddresses } from './without-addresses.js'

export type DescriptionKind = 'offer' | 'answer'

const TYPES: Readonly<Record<DescriptionKind, readonly string[]>> = {
  offer: ['offer'],
  answer: ['answer', 'pranswer'],
}

// What browsers write is ASCII; other line ends and control characters only help to hide a line.
const PRINTABLE_LINES = /^[\x20-\x7e\r\n]*$/

interface Description {
  readonly type: string
  readonly sdp: string
}

type Verdict = { readonly passed: Description } | { readonly refused: SignalRefusal }

/** An RTCSessionDescriptionInit as it may be passed on: its two fields and nothing else. */
export function passDescription(
  value: unknown,
  kind: DescriptionKind,
  passing: PassingAddresses,
): Verdict {
  if (typeof value !== 'object' || value === null) return { refused: 'malformed' }
  const { type, sdp } = value as Record<string, unknown>
  if (typeof type !== 'string' || !TYPES[kind].includes(type)) return { refused: 'malformed' }
  if (typeof sdp !== 'string' || !/^v=0[\r\n]/.test(sdp) || !PRINTABLE_LINES.test(sdp)) return { refused: 'malformed' }
  if (passing === 'all') return { passed: { type, sdp } }
  const cleaned = withoutAddresses(sdp, passing)
  return cleaned === undefined ? { refused: 'malformed' } : { passed: { type, sdp: cleaned } }
}

/** A watcher's answer: the same, if by it the watcher receives and sends nothing. */
export function passWatchersAnswer(value: unknown, passing: PassingAddresses): Verdict {
  const verdict = passDescription(value, 'answer', passing)
  if ('refused' in verdict) return verdict
  const sdp = receiveOnlySdp(verdict.passed.sdp)
  return sdp === undefined ? { refused: 'would_send' } : { passed: { type: verdict.passed.type, sdp } }
}
