/**
 * Sealed stills (safety design W4): browsers seal them by HPKE (RFC 9180: X25519, HKDF-SHA256, AES-256-GCM) for the
 * evidence process.
 */

/** Characters of an incident token. */
export const INCIDENT_MAX = 4096

/** `patches`: only the blurred pictures. */
export const EVIDENCE_CONTENTS = ['stills', 'patches'] as const
/** What a report keeps of stills. */
export type EvidenceContent = (typeof EVIDENCE_CONTENTS)[number]
/** Kept of possible minors; a decision for counsel. */
export const MINOR_EVIDENCE = ['none', ...EVIDENCE_CONTENTS] as const
/** What is kept of possible minors. */
export type MinorEvidence = (typeof MINOR_EVIDENCE)[number]

export const STILL = { width: 320, height: 180 } as const
export const PATCH = { width: 32, height: 18 } as const
/** One a second, in a ring. */
export const STILLS_MAX = 20
export const STILL_INTERVAL_MS = 1_000
/** Time that browsers keep the ring. */
export const RING_KEPT_MS = 60_000
export const SEALED_MAX_BYTES = 512 * 1024
/** Time to upload a report's stills. */
export const EVIDENCE_PLACE_MS = 10 * 60_000
export const EVIDENCE_PER_REPORT = 3
/** Time to look after approval. */
export const EVIDENCE_OPEN_MS = 3_600_000

/** HPKE's `info`; `aad`: the upload token in UTF-8. */
export const SEALING_INFO = 'kla evidence v1'

/** A still and its blurred patch. */
export interface PackedStill {
  readonly takenAtMs: number
  /** JPEG in the format of {@link PATCH}. */
  readonly patch: Uint8Array
  /** JPEG of {@link STILL}, or empty. */
  readonly still: Uint8Array
}

/** Version, key id, encapsulated key, ciphertext. */
export interface Envelope {
  /** First 8 bytes of the public key's SHA-256. */
  readonly keyId: Uint8Array
  readonly encapsulated: Uint8Array
  readonly ciphertext: Uint8Array
}

const VERSION = 1
const KEY_ID_BYTES = 8
const ENCAPSULATED_BYTES = 32
const HEAD_BYTES = 1 + KEY_ID_BYTES + ENCAPSULATED_BYTES
const TAG_BYTES = 16

export function packEnvelope({ keyId, encapsulated, ciphertext }: Envelope): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(HEAD_BYTES + ciphertext.length)
  packed[0] = VERSION
  packed.set(keyId, 1)
  packed.set(encapsulated, 1 + KEY_ID_BYTES)
  packed.set(ciphertext, HEAD_BYTES)
  return packed
}

/** Returns undefined for any other bytes. */
export function unpackEnvelope(bytes: Uint8Array): Envelope | undefined {
  if (bytes.length <= HEAD_BYTES + TAG_BYTES || bytes[0] !== VERSION) return undefined
  return {
    keyId: bytes.subarray(1, 1 + KEY_ID_BYTES),
    encapsulated: bytes.subarray(1 + KEY_ID_BYTES, HEAD_BYTES),
    ciphertext: bytes.subarray(HEAD_BYTES),
  }
}

const STILL_HEAD_BYTES = 8 + 4 + 4

/** Oldest first, big-endian: a count, then times and pictures with lengths. */
export function packStills(stills: readonly PackedStill[]): Uint8Array<ArrayBuffer> {
  const size = stills.reduce((sum, { patch, still }) => sum + STILL_HEAD_BYTES + patch.length + still.length, 1)
  const packed = new Uint8Array(size)
  const view = new DataView(packed.buffer)
  packed[0] = stills.length
  let at = 1
  for (const { takenAtMs, patch, still } of stills) {
    view.setFloat64(at, takenAtMs)
    view.setUint32(at + 8, patch.length)
    view.setUint32(at + 12, still.length)
    packed.set(patch, at + STILL_HEAD_BYTES)
    packed.set(still, at + STILL_HEAD_BYTES + patch.length)
    at += STILL_HEAD_BYTES + patch.length + still.length
  }
  return packed
}

/** Undefined unless it has 1 to STILLS_MAX stills. */
export function unpackStills(packed: Uint8Array): PackedStill[] | undefined {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = packed[0] ?? 0
  const stills: PackedStill[] = []
  let at = 1
  for (let index = 0; index < count; index += 1) {
    if (at + STILL_HEAD_BYTES > packed.length) return undefined
    const takenAtMs = view.getFloat64(at)
    const patchAt = at + STILL_HEAD_BYTES
    const stillAt = patchAt + view.getUint32(at + 8)
    at = stillAt + view.getUint32(at + 12)
    if (at > packed.length || !Number.isSafeInteger(takenAtMs)) return undefined
    stills.push({ takenAtMs, patch: packed.subarray(patchAt, stillAt), still: packed.subarray(stillAt, at) })
  }
  return count >= 1 && count <= STILLS_MAX && at === packed.length ? stills : undefined
}
