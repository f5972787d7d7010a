import { SignalKind } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import type { AllowedAddresses } from '../../shared/rules.js'
import { containsAddress, passCandidate, type SignalRefusal, withoutOwnAddress } from './candidate.js'

/** Direction of a connection between two sockets. */
export type Link = 'players' | 'player-to-watcher' | 'watcher-to-player'

/** Returns checked JSON without what may not pass. */
export function passSignal(
  kind: SignalKind,
  payload: string,
  passing: AllowedAddresses,
  link: Link = 'players',
): { readonly payload: string } | { readonly refused: SignalRefusal } {
  if (payload.length > SIGNAL_PAYLOAD_MAX) return { refused: 'too_large' }
  const value = parseJson(payload)
  if (value === undefined) return { refused: 'malformed' }
  const verdict = judge(kind, value, passing, link)
  return 'refused' in verdict ? verdict : { payload: JSON.stringify(verdict.passed) }
}

const WRONG_WAY = { refused: 'wrong_way' } as const

function judge(kind: SignalKind, value: unknown, passing: AllowedAddresses, link: Link) {
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

type DescriptionKind = 'offer' | 'answer'

const TYPES: Readonly<Record<DescriptionKind, readonly string[]>> = {
  offer: ['offer'],
  answer: ['answer', 'pranswer'],
}

// Other control characters only help to hide a line.
const PRINTABLE_LINES = /^[\x20-\x7e\r\n]*$/

interface Description {
  readonly type: string
  readonly sdp: string
}

type Verdict = { readonly passed: Description } | { readonly refused: SignalRefusal }

export function passDescription(value: unknown, kind: DescriptionKind, passing: AllowedAddresses): Verdict {
  if (typeof value !== 'object' || value === null) return { refused: 'malformed' }
  const { type, sdp } = value as Record<string, unknown>
  if (typeof type !== 'string' || !TYPES[kind].includes(type)) return { refused: 'malformed' }
  if (typeof sdp !== 'string' || !/^v=0[\r\n]/.test(sdp) || !PRINTABLE_LINES.test(sdp)) return { refused: 'malformed' }
  if (passing === 'all') return { passed: { type, sdp } }
  const cleaned = withoutAddresses(sdp, passing)
  return cleaned === undefined ? { refused: 'malformed' } : { passed: { type, sdp: cleaned } }
}

/** Refuses answers that would send. */
function passWatchersAnswer(value: unknown, passing: AllowedAddresses): Verdict {
  const verdict = passDescription(value, 'answer', passing)
  if ('refused' in verdict) return verdict
  const sdp = receiveOnlySdp(verdict.passed.sdp)
  return sdp === undefined ? { refused: 'would_send' } : { passed: { type: verdict.passed.type, sdp } }
}

const FINGERPRINT = /^a=fingerprint:sha-\d{1,3} [0-9a-f]{2}(:[0-9a-f]{2}){15,63}$/i
const ORIGIN = /^o=[^ ]+ (\d{1,20}) (\d{1,20}) IN IP[46] [^ ]+$/
const MEDIA_SECTION = /^m=([a-z]{1,20}) (\d{1,5}) ([A-Za-z0-9/]{1,40}) ([A-Za-z0-9 -]{1,400})$/

/**
 * Removes candidates that may not pass, blanks required addresses and ports (9 means "ask ICE", RFC 8839, section
 * 4.3.1), drops unknown attributes with an address. Undefined for what no browser writes.
 */
export function withoutAddresses(sdp: string, passing: Exclude<AllowedAddresses, 'all'>): string | undefined {
  const lines: string[] = []
  for (const line of sdp.split(/\r\n|\r|\n/)) {
    if (line === '') continue
    const kept = passingLine(line, passing)
    if (kept === undefined) return undefined
    if (kept !== null) lines.push(kept)
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Null drops the line, undefined the whole description. */
function passingLine(line: string, passing: Exclude<AllowedAddresses, 'all'>): string | null | undefined {
  switch (line.slice(0, 2)) {
    case 'v=':
      return line === 'v=0' ? line : undefined
    case 'o=': {
      const match = ORIGIN.exec(line)
      return match ? `o=- ${match[1]} ${match[2]} IN IP4 0.0.0.0` : undefined
    }
    case 's=':
      return 's=-'
    case 'c=':
      return 'c=IN IP4 0.0.0.0'
    case 'm=': {
      const match = MEDIA_SECTION.exec(line)
      return match ? `m=${match[1]} ${Number(match[2]) === 0 ? 0 : 9} ${match[3]} ${match[4]}` : undefined
    }
    case 't=':
    case 'b=':
      return containsAddress(line) ? null : line
    case 'a=':
      return passingAttribute(line, passing)
    default:
      return null
  }
}

function passingAttribute(line: string, passing: Exclude<AllowedAddresses, 'all'>): string | null {
  const name = (/^a=\s*([^:\s]*)/.exec(line)?.[1] ?? '').toLowerCase()
  switch (name) {
    case 'candidate': {
      const candidate = withoutOwnAddress(line.slice('a='.length), passing)
      return candidate === undefined ? null : `a=${candidate}`
    }
    case 'remote-candidates':
      return null
    case 'rtcp':
      return 'a=rtcp:9 IN IP4 0.0.0.0'
    case 'fingerprint':
      return FINGERPRINT.test(line) ? line : null
    default:
      return containsAddress(line) ? null : line
  }
}

const MEDIA = /^m=([a-z]{1,20}) (\d{1,5}) /
const SENDS = /^a=\s*(sendrecv|sendonly)\b/i
const RECEIVES = /^a=(recvonly|inactive)$/
const STREAMS: ReadonlySet<string> = new Set(['audio', 'video'])

/**
 * Undefined unless it only receives: each section is media that says so (the default sends, RFC 8866, section 6.7), or
 * is refused (port 0).
 */
export function receiveOnlySdp(sdp: string): string | undefined {
  const lines = sdp.split(/\r\n|\r|\n/).filter((line) => line !== '')
  if (lines.some((line) => SENDS.test(line))) return undefined
  const starts = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []))
  const sections = starts.map((start, index) => lines.slice(start, starts[index + 1]))
  return sections.every(receivesOnly) ? `${lines.join('\r\n')}\r\n` : undefined
}

function receivesOnly([first = '', ...lines]: readonly string[]): boolean {
  const [, kind = '', port = ''] = MEDIA.exec(first) ?? []
  if (kind === '') return false
  return Number(port) === 0 || (STREAMS.has(kind) && lines.some((line) => RECEIVES.test(line)))
}
