import type { Anchors } from '../domain/audit/check-links.js'

const HEAD = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/

/** Heads as they are printed, "seq:hash"; nothing when one cannot be read. */
export function readAnchors(texts: readonly string[]): Anchors | undefined {
  const anchors = new Map<number, Uint8Array>()
  for (const text of texts) {
    const [, seq, hash] = HEAD.exec(text) ?? []
    if (seq === undefined || hash === undefined) return undefined
    anchors.set(Number(seq), Buffer.from(hash, 'hex'))
  }
  return anchors
}
