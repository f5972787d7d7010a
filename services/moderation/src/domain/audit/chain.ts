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
export const chainOf = ({ restricted }: Pick<AuditEntry, 'restricted'>): Chain => (restricted ? 'restricted' : 'open')

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
export const contentOf = (entry: AuditEntry & { readonly seq: number }): string =>
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
