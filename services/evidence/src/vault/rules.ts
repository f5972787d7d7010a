import type { Anchors, HashOf } from '@kla/chassis'
/** Hashed fields, which remain when stills are erased. */
export interface HashedFields {
  readonly seq: number
  readonly id: string
  readonly reportId: number
  readonly atMs: number
  /** Additional data of the envelope. */
  readonly token: string
  readonly pictures: number
  readonly hasStills: boolean
  readonly bytes: number
  readonly sha256: Uint8Array
}

/** Row with its link and its present bytes. */
export interface ChainedRow extends HashedFields {
  /** 32 zero bytes in the first row. */
  readonly previous: Uint8Array
  readonly hash: Uint8Array
  /** Undefined once the stills are erased. */
  readonly found: { readonly bytes: number; readonly sha256: Uint8Array } | undefined
  readonly erasedAtMs: number | undefined
}

/** End of a verified chain. */
export interface Link {
  readonly seq: number
  readonly hash: Uint8Array
}

export const BEFORE_FIRST: Link = { seq: 0, hash: new Uint8Array(32) }

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const contentOf = ({ seq, id, reportId, atMs, token, pictures, hasStills, bytes, sha256 }: HashedFields): string =>
  JSON.stringify([seq, id, reportId, atMs, token, pictures, hasStills, bytes, hex(sha256)])

export function chainOnto(
  last: Link,
  kept: Omit<HashedFields, 'seq'>,
  hashOf: HashOf,
): HashedFields & Pick<ChainedRow, 'previous' | 'hash'> {
  const placed = { ...kept, seq: last.seq + 1 }
  return { ...placed, previous: last.hash, hash: hashOf(contentOf(placed), last.hash) }
}

/** First fault of a chain. */
export interface Fault {
  readonly seq: number
  readonly id: string
  /** `missing`: the row, or unerased stills; `unlinked`: intact, but of another chain. */
  readonly kind: 'altered' | 'missing' | 'unlinked'
}

interface Checked {
  readonly last: Link
  readonly fault?: Fault
}

/** Checks rows in order, up to the first fault. */
export function checkRows(
  rows: Iterable<ChainedRow>,
  after: Link,
  hashOf: HashOf,
  anchors: Anchors = new Map(),
): Checked {
  let last = after
  for (const row of rows) {
    const fault = faultOf(row, last, hashOf, anchors)
    if (fault) return { last, fault }
    last = { seq: row.seq, hash: row.hash }
  }
  return { last }
}

export function checkEnd({ seq: end }: Link, anchors: Anchors): Fault | undefined {
  return [...anchors.keys()].some((seq) => seq > end) ? { seq: end + 1, id: '', kind: 'missing' } : undefined
}

export function faultOf(row: ChainedRow, last: Link, hashOf: HashOf, anchors: Anchors = new Map()): Fault | undefined {
  const { seq, id, previous, hash, found, erasedAtMs } = row
  const of = (kind: Fault['kind']): Fault => ({ seq, id, kind })
  if (seq <= last.seq) return of('altered')
  if (seq > last.seq + 1) return { seq: last.seq + 1, id: '', kind: 'missing' }
  if (!same(hashOf(contentOf(row), previous), hash)) return of('altered')
  if (!same(previous, last.hash)) return of('unlinked')
  if (!found) return erasedAtMs === undefined ? of('missing') : anchored()
  if (erasedAtMs !== undefined || found.bytes !== row.bytes || !same(found.sha256, row.sha256)) return of('altered')
  return anchored()

  function anchored(): Fault | undefined {
    const anchor = anchors.get(seq)
    return anchor && !same(anchor, hash) ? of('altered') : undefined
  }
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
