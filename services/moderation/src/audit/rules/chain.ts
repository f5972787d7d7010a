import type { Anchors, ChainHead, HashOf } from '@kla/chassis'
/** An administrator's action, before it is chained. */
export interface AuditEntry {
  readonly atMs: number
  readonly actorId: number
  readonly actor: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  /** JSON text without e-mail addresses, search texts or written reasons. */
  readonly details: string
  readonly requestId: string
  readonly restricted: boolean
  readonly eventId: string
}

/** An entry with its number and hashes. */
export interface ChainedEntry extends AuditEntry {
  readonly seq: number
  readonly previous: Uint8Array
  readonly hash: Uint8Array
}

export const SYSTEM = { actorId: 0, actor: 'system' } as const

/** Two chains: numbers of the open one must not reveal grave reports. */
export const CHAINS = ['open', 'restricted'] as const
export type Chain = (typeof CHAINS)[number]

export const FIRST_SEQ: Readonly<Record<Chain, number>> = { open: 1, restricted: 1_000_000_000_001 }

const chainOf = ({ restricted }: Pick<AuditEntry, 'restricted'>): Chain => (restricted ? 'restricted' : 'open')

export const chainAt = (seq: number): Chain => (seq < FIRST_SEQ.restricted ? 'open' : 'restricted')

/** An entry's number and hash. */
export type Link = ChainHead

export const beforeFirst = (chain: Chain): Link => ({ seq: FIRST_SEQ[chain] - 1, hash: new Uint8Array(32) })

const contentOf = (entry: AuditEntry & { readonly seq: number }): string =>
  JSON.stringify([
    entry.seq,
    entry.atMs,
    entry.actorId,
    entry.actor,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.details,
    entry.requestId,
    entry.restricted,
    entry.eventId,
  ])

export function chainOnto(
  ends: Readonly<Record<Chain, Link>>,
  entries: readonly AuditEntry[],
  hashOf: HashOf,
): ChainedEntry[] {
  const last = { ...ends }
  return entries.map((entry) => {
    const chain = chainOf(entry)
    const { seq, hash: previous } = last[chain]
    const placed = { ...entry, seq: seq + 1 }
    const chained = { ...placed, previous, hash: hashOf(contentOf(placed), previous) }
    last[chain] = chained
    return chained
  })
}

export type FaultKind = 'altered' | 'missing' | 'unlinked'

/** The first broken entry and what is wrong. */
export interface Fault {
  readonly seq: number
  readonly kind: FaultKind
}

interface Checked {
  readonly last: Link
  readonly fault?: Fault
}

export function checkLinks(
  entries: Iterable<ChainedEntry>,
  after: Link,
  hashOf: HashOf,
  anchors: Anchors = new Map(),
): Checked {
  let last = after
  for (const entry of entries) {
    const fault = faultOf(entry, last, hashOf, anchors)
    if (fault) return { last, fault }
    last = { seq: entry.seq, hash: entry.hash }
  }
  return { last }
}

export function checkEnd({ seq: end }: Link, anchors: Anchors): Fault | undefined {
  const beyond = [...anchors.keys()].some((seq) => seq > end && chainAt(seq) === chainAt(end + 1))
  return beyond ? { seq: end + 1, kind: 'missing' } : undefined
}

export function checkHead(found: Link, kept: Link): Fault | undefined {
  if (found.seq !== kept.seq) return { seq: kept.seq, kind: 'missing' }
  return same(found.hash, kept.hash) ? undefined : { seq: kept.seq, kind: 'altered' }
}

function faultOf(entry: ChainedEntry, last: Link, hashOf: HashOf, anchors: Anchors): Fault | undefined {
  const { seq, previous, hash } = entry
  const altered: Fault = { seq, kind: 'altered' }
  if (seq <= last.seq || chainOf(entry) !== chainAt(seq)) return altered
  if (seq > last.seq + 1) return { seq: last.seq + 1, kind: 'missing' }
  if (!same(hashOf(contentOf(entry), previous), hash)) return altered
  if (!same(previous, last.hash)) return { seq, kind: 'unlinked' }
  const anchor = anchors.get(seq)
  return anchor && !same(anchor, hash) ? altered : undefined
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
