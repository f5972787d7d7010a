import type { AuditEntry, ChainedEntry } from './entry.js'

/**
 * The log is two chains. Entries about reports of child safety have one of their own, so that neither the numbers nor
 * the hashes of the others tell that there are any.
 */
export const CHAINS = ['open', 'restricted'] as const
export type Chain = (typeof CHAINS)[number]

/** The number of the first entry of each chain. The open one will never get as far as the other begins. */
export const FIRST_SEQ: Readonly<Record<Chain, number>> = { open: 1, restricted: 1_000_000_000_001 }

/** Which chain an entry belongs to. */
const chainOf = ({ restricted }: Pick<AuditEntry, 'restricted'>): Chain => (restricted ? 'restricted' : 'open')

/** Which chain a number belongs to. */
export const chainAt = (seq: number): Chain => (seq < FIRST_SEQ.restricted ? 'open' : 'restricted')

/** What the next entry follows. */
export interface Link {
  readonly seq: number
  readonly hash: Uint8Array
}

/** What the first entry of a chain follows. */
export const beforeFirst = (chain: Chain): Link => ({ seq: FIRST_SEQ[chain] - 1, hash: new Uint8Array(32) })

/** SHA-256 of the previous hash and the content. */
export type HashOf = (content: string, previous: Uint8Array) => Uint8Array

/** The content of an entry as it is hashed: every field in a fixed order, told apart by JSON's own quoting. */
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
    entry.factId,
  ])

/** The entries at the places that follow the ends of their chains. */
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

/**
 * What is wrong with a chain: an entry is not what was hashed, is not there, or does not follow the one before it.
 */
export type FaultKind = 'altered' | 'missing' | 'unlinked'

export interface Fault {
  readonly seq: number
  readonly kind: FaultKind
}

/** Heads that were kept elsewhere, by their seq: a chain that was written anew from some entry on cannot have them. */
export type Anchors = ReadonlyMap<number, Uint8Array>

interface Checked {
  /** The last entry in order; what it began after when there is none. */
  readonly last: Link
  /** The first fault. Nothing after it was looked at. */
  readonly fault?: Fault
}

/** Checks entries, in the order of their seq, that should follow `after`. */
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

/** What is wrong with a chain that ends with `last`: an anchor beyond it was cut off. */
export function checkEnd({ seq: end }: Link, anchors: Anchors): Fault | undefined {
  const beyond = [...anchors.keys()].some((seq) => seq > end && chainAt(seq) === chainAt(end + 1))
  return beyond ? { seq: end + 1, kind: 'missing' } : undefined
}

/** What is wrong with a chain whose last entry up to a head that was kept of it is this one. */
export function checkHead(found: Link, kept: Link): Fault | undefined {
  if (found.seq !== kept.seq) return { seq: kept.seq, kind: 'missing' }
  return same(found.hash, kept.hash) ? undefined : { seq: kept.seq, kind: 'altered' }
}

function faultOf(entry: ChainedEntry, last: Link, hashOf: HashOf, anchors: Anchors): Fault | undefined {
  const { seq, previous, hash } = entry
  const altered: Fault = { seq, kind: 'altered' }
  // It has come here from elsewhere: its number or its chain was changed.
  if (seq <= last.seq || chainOf(entry) !== chainAt(seq)) return altered
  if (seq > last.seq + 1) return { seq: last.seq + 1, kind: 'missing' }
  if (!same(hashOf(contentOf(entry), previous), hash)) return altered
  if (!same(previous, last.hash)) return { seq, kind: 'unlinked' }
  const anchor = anchors.get(seq)
  return anchor && !same(anchor, hash) ? altered : undefined
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
