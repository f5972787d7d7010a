import { ACTIVITY_EXACT_FROM } from '@kla/proto/web'

/** Hides small counts: a player who knows another's habits must not see that one come or go. */
export const roundedCount = (count: number): number =>
  count <= 0 ? 0 : count < ACTIVITY_EXACT_FROM ? ACTIVITY_EXACT_FROM - 1 : count
