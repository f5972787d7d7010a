import type { AllowedAddresses } from '../../shared/rules.js'

/** Reason why a signal is dropped. */
export type SignalRefusal =
  | 'too_large'
  | 'malformed'
  /** Players offer and watchers answer. */
  | 'wrong_way'
  | 'would_send'
  | 'withheld'

/** Passes the four known fields. An empty or null `candidate` ends candidates. */
export function passCandidate(
  value: unknown,
  passing: AllowedAddresses,
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

function readPlace(value: Record<string, unknown>): object | undefined {
  const { sdpMid, sdpMLineIndex, usernameFragment } = value
  if (!isAbsentOr(sdpMid, (mid) => typeof mid === 'string' && TOKEN.test(mid) && !containsAddress(mid)))
    return undefined
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

/** Candidate by RFC 8839, section 5.1. */
type CandidateLine = Readonly<Record<Field, string>> & {
  readonly extensions: readonly (readonly [name: string, value: string])[]
}

const LINE = new RegExp(
  [
    /^candidate:(?<foundation>[A-Za-z0-9+/]{1,32}) (?<component>\d{1,5}) (?<transport>[A-Za-z0-9-]{1,10})/,
    / (?<priority>\d{1,10}) (?<address>[^ ]{1,255}) (?<port>\d{1,5}) typ (?<type>[a-z]{1,10})/,
    /(?<rest>(?: [^ ]+ [^ ]+)*) ?$/,
  ]
    .map((part) => part.source)
    .join(''),
)

function parseCandidateLine(text: string): CandidateLine | undefined {
  const groups = LINE.exec(text)?.groups as Record<Field | 'rest', string> | undefined
  if (!groups) return undefined
  const { rest, ...fields } = groups
  const words = rest.trim().split(' ')
  const extensions: [string, string][] = []
  for (let at = 0; at + 1 < words.length; at += 2) extensions.push([words[at] ?? '', words[at + 1] ?? ''])
  return { ...fields, extensions }
}

// Other extensions might contain an address, like raddr.
const HARMLESS_EXTENSIONS: Readonly<Record<string, RegExp>> = {
  tcptype: /^(active|passive|so)$/,
  generation: /^\d{1,5}$/,
  ufrag: /^[A-Za-z0-9+/]{1,256}$/,
}

const TYPES: Readonly<Record<Exclude<AllowedAddresses, 'all'>, ReadonlySet<string>>> = {
  relay: new Set(['relay']),
  public: new Set(['relay', 'srflx', 'prflx']),
}

/** Removes the related address; undefined if it may not pass. */
export function withoutOwnAddress(text: string, passing: Exclude<AllowedAddresses, 'all'>): string | undefined {
  const line = parseCandidateLine(text)
  if (!line || !TYPES[passing].has(line.type) || !isIpAddress(line.address)) return undefined
  const related = isIpv6(line.address) ? '::' : '0.0.0.0'
  const extensions = line.extensions.filter(([name, value]) => HARMLESS_EXTENSIONS[name]?.test(value))
  return [
    `candidate:${line.foundation} ${line.component} ${line.transport} ${line.priority} ${line.address} ${line.port}`,
    `typ ${line.type} raddr ${related} rport 0`,
    ...extensions.map(([name, value]) => `${name} ${value}`),
  ].join(' ')
}

const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

export const isIpv4 = (text: string): boolean => IPV4.test(text)

/** RFC 4291, without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const tail = groups.at(-1)
  const endsInIpv4 = tail !== undefined && isIpv4(tail) && !text.endsWith('::')
  const hex = endsInIpv4 ? groups.slice(0, -1) : groups
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const length = hex.length + (endsInIpv4 ? 2 : 0)
  return halves.length === 2 ? length < 8 : length === 8
}

const isIpAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

const LOOKS_LIKE_IPV4 = /\d{1,3}(\.\d{1,3}){3}/
// In SDP only fingerprints look similar.
const LOOKS_LIKE_IPV6 = /:[0-9a-f]{0,4}:/i
const MDNS_NAME = /\.local(?![a-z0-9-])/i

/** True if a text may contain an address or mDNS name; errs towards true. */
export const containsAddress = (text: string): boolean =>
  LOOKS_LIKE_IPV4.test(text) || LOOKS_LIKE_IPV6.test(text) || MDNS_NAME.test(text)

type Field = 'foundation' | 'component' | 'transport' | 'priority' | 'address' | 'port' | 'type'
