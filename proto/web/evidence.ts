/**
 * Sealed stills (safety design W4): what a reporter's browser packs, seals by HPKE (RFC 9180: X25519, HKDF-SHA256,
 * AES-256-GCM) and hands in, and what the evidence process unpacks.
 */

/** Characters of an incident token, which holds the name of a room. */
export const INCIDENT_MAX = 4096

/** `patches`: only the blurred small pictures. */
export const EVIDENCE_CONTENTS = ['stills', 'patches'] as const
export type EvidenceContent = (typeof EVIDENCE_CONTENTS)[number]
/** What is kept of possible minors; a decision for counsel. */
export const MINOR_EVIDENCE = ['none', ...EVIDENCE_CONTENTS] as const
export type MinorEvidence = (typeof MINOR_EVIDENCE)[number]

export const STILL = { width: 320, height: 180 } as const
export const PATCH = { width: 32, height: 18 } as const
/** Pictures in the ring, one a second. */
export const STILLS_MAX = 20
export const STILL_INTERVAL_MS = 1_000
/** How long a browser keeps its ring after the exit. */
export const RING_KEPT_MS = 60_000
/** An envelope's size at most. */
export const SEALED_MAX_BYTES = 512 * 1024
/** How long a place for stills waits for them. */
export const EVIDENCE_PLACE_MS = 10 * 60_000
/** Limit of places for one report. */
export const EVIDENCE_PER_REPORT = 3
/** How long an approved opening lets its two people look. */
export const EVIDENCE_OPEN_MS = 3_600_000

/** HPKE's `info`; its `aad` is the token of the place, as UTF-8. */
export const SEALING_INFO = 'kla evidence v1'

export interface PackedStill {
  /** Time in Unix milliseconds. */
  readonly takenAtMs: number
  /** JPEG in the format of {@link PATCH}. */
  readonly patch: Uint8Array
  /** JPEG of {@link STILL}; empty: patches alone. */
  readonly still: Uint8Array
}

/** Envelope: version, key id, encapsulated key, ciphertext. */
export interface Envelope {
  /** The first 8 bytes of the SHA-256 of the raw public key. */
  readonly keyId: Uint8Array
  readonly encapsulated: Uint8Array
  readonly ciphertext: Uint8Array
}

const VERSION = 1
const KEY_ID_BYTES = 8
const ENCAPSULATED_BYTES = 32
const HEAD_BYTES = 1 + KEY_ID_BYTES + ENCAPSULATED_BYTES
/** Length of GCM's tag. */
const TAG_BYTES = 16

export function packEnvelope({ keyId, encapsulated, ciphertext }: Envelope): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(HEAD_BYTES + ciphertext.length)
  packed[0] = VERSION
  packed.set(keyId, 1)
  packed.set(encapsulated, 1 + KEY_ID_BYTES)
  packed.set(ciphertext, HEAD_BYTES)
  return packed
}

/** Undefined for bytes that are no envelope. */
export function unpackEnvelope(bytes: Uint8Array): Envelope | undefined {
  if (bytes.length <= HEAD_BYTES + TAG_BYTES || bytes[0] !== VERSION) return undefined
  return {
    keyId: bytes.subarray(1, 1 + KEY_ID_BYTES),
    encapsulated: bytes.subarray(1 + KEY_ID_BYTES, HEAD_BYTES),
    ciphertext: bytes.subarray(HEAD_BYTES),
  }
}

/** Time, length of the patch, length of the still. */
const STILL_HEAD_BYTES = 8 + 4 + 4

/** Oldest first: a count, then each still as its time and its two pictures with their lengths; big-endian. */
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

/** Undefined for anything but 1 to STILLS_MAX whole stills. */
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
