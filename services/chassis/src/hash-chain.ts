import { createHash } from 'node:crypto'

/** Hashes a link of a chain with its predecessor's hash. */
export type HashOf = (content: string, previous: Uint8Array) => Uint8Array

export const hashOf: HashOf = (content, previous) => createHash('sha256').update(previous).update(content).digest()

/** Number and hash of the last link of a chain. */
export interface ChainHead {
  readonly seq: number
  readonly hash: Uint8Array
}

/** Heads kept elsewhere, by seq, which a rewritten or shortened chain cannot match. */
export type Anchors = ReadonlyMap<number, Uint8Array>

const HEAD = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/

/** Reads "seq:hash"; undefined for anything else. */
export function readHead(given: string): ChainHead | undefined {
  const [, seq, hash] = HEAD.exec(given) ?? []
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
}

/** Reads the arguments of a command that verifies a chain; undefined unless each is a head. */
export function readAnchors(texts: readonly string[]): Anchors | undefined {
  const heads = texts.flatMap((given) => readHead(given) ?? [])
  return heads.length === texts.length ? new Map(heads.map(({ seq, hash }) => [seq, hash])) : undefined
}
