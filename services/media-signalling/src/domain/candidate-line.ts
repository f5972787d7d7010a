import type { PassingAddresses } from './ice-transport-policy.js'
import { isIpAddress, isIpv6 } from './ip-address.js'

type Field = 'foundation' | 'component' | 'transport' | 'priority' | 'address' | 'port' | 'type'

/** An ICE candidate as RFC 8839, section 5.1, writes it. */
export type CandidateLine = Readonly<Record<Field, string>> & {
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

/** Reads `candidate:…`; undefined for anything that no browser writes. */
export function parseCandidateLine(text: string): CandidateLine | undefined {
  const groups = LINE.exec(text)?.groups as Record<Field | 'rest', string> | undefined
  if (!groups) return undefined
  const { rest, ...fields } = groups
  const words = rest.trim().split(' ')
  const extensions: [string, string][] = []
  for (let at = 0; at + 1 < words.length; at += 2) extensions.push([words[at] ?? '', words[at + 1] ?? ''])
  return { ...fields, extensions }
}

// Whatever else an implementation adds might hold an address (raddr and rport do).
const HARMLESS_EXTENSIONS: Readonly<Record<string, RegExp>> = {
  tcptype: /^(active|passive|so)$/,
  generation: /^\d{1,5}$/,
  ufrag: /^[A-Za-z0-9+/]{1,256}$/,
}

const TYPES: Readonly<Record<Exclude<PassingAddresses, 'all'>, ReadonlySet<string>>> = {
  relay: new Set(['relay']),
  public: new Set(['relay', 'srflx', 'prflx']),
}

/** A candidate that may pass, without the address it was related to; undefined for every other candidate. */
export function withoutOwnAddress(text: string, passing: Exclude<PassingAddresses, 'all'>): string | undefined {
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
