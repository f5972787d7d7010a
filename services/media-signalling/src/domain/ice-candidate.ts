import { parseCandidateLine, withoutOwnAddress } from './candidate-line.js'
import type { PassingAddresses } from './ice-transport-policy.js'
import { holdsAddress } from './ip-address.js'
import type { SignalRefusal } from './refused-signal.js'

/**
 * An RTCIceCandidateInit as it may be passed on: its four fields and nothing else. Null, and an absent or empty
 * `candidate`, say that there are no more candidates; they pass under every policy.
 */
export function passCandidate(
  value: unknown,
  passing: PassingAddresses,
): { readonly passed: object } | { readonly refused: SignalRefusal } {
  if (typeof value !== 'object' || Array.isArray(value)) return { refused: 'malformed' }
  const { candidate = null, ...about } = (value ?? {}) as Record<string, unknown>
  const rest = readPlace(about)
  if (!rest) return { refused: 'malformed' }
  if (candidate === null || candidate === '') return { passed: { candidate: '', ...rest } }
  if (typeof candidate !== 'string') return { refused: 'malformed' }
  const line = candidate.startsWith('a=') ? candidate.slice('a='.length) : candidate
  if (!parseCandidateLine(line)) return { refused: 'malformed' }
  if (passing === 'all') return { passed: { candidate: line, ...rest } }
  const cleaned = withoutOwnAddress(line, passing)
  return cleaned === undefined ? { refused: 'withheld' } : { passed: { candidate: cleaned, ...rest } }
}

const TOKEN = /^[\x21-\x7e]{0,64}$/
const ICE_CHARACTERS = /^[A-Za-z0-9+/]{0,256}$/

/** Which part of the description a candidate belongs to; undefined if ill-typed. */
function readPlace(value: Record<string, unknown>): object | undefined {
  const { sdpMid, sdpMLineIndex, usernameFragment } = value
  if (!isAbsentOr(sdpMid, (mid) => typeof mid === 'string' && TOKEN.test(mid) && !holdsAddress(mid))) return undefined
  if (!isAbsentOr(sdpMLineIndex, isLineIndex)) return undefined
  if (!isAbsentOr(usernameFragment, (name) => typeof name === 'string' && ICE_CHARACTERS.test(name))) return undefined
  return {
    ...(sdpMid === undefined ? {} : { sdpMid }),
    ...(sdpMLineIndex === undefined ? {} : { sdpMLineIndex }),
    ...(usernameFragment === undefined ? {} : { usernameFragment }),
  }
}

const isLineIndex = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535

const isAbsentOr = (value: unknown, check: (value: unknown) => boolean): boolean =>
  value === undefined || value === null || check(value)
