import { chainAt, chainOf, contentOf, type HashOf, type Link } from './chain.js'
import type { ChainedEntry } from './entry.js'

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

export interface Checked {
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
