import { BAN_REASON_MAX, type Reason } from '@kla/proto/web'

/** Why a GIF is held, or why that is no reason. Whoever looks at it in years has to know. */
export function holdReason(given: string): { readonly reason: string } | { readonly refused: Reason } {
  const reason = given.trim()
  // PostgreSQL has no room for a zero in a text.
  const sound = reason !== '' && reason.length <= BAN_REASON_MAX && !reason.includes('\0')
  return sound ? { reason } : { refused: 'INVALID_FIELD' }
}
