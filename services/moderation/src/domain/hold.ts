import { BAN_REASON_MAX } from '@kla/proto/web'
import { isId, isOneOf, plainText } from './plain-text.js'
import type { Refused } from './refusal.js'

/** What can be held here; GIFs are held in the library. */
export const HELD_KINDS = ['report', 'ban'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

/** Something that must not be erased. */
export interface Held {
  readonly kind: HeldKind
  readonly id: number
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

/** What a request means, or INVALID_FIELD. */
export const heldOf = ({ kind, id }: { kind: string; id: number }): Held | Refused =>
  isOneOf(HELD_KINDS, kind) && isId(id) ? { kind, id } : INVALID

/** Why it is held: a hold without a reason is one that nobody dares to release. */
export function holdReason(given: string): string | Refused {
  const reason = plainText(given, BAN_REASON_MAX)
  return reason === '' ? INVALID : reason
}
