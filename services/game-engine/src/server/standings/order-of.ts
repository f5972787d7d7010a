import { KlaError } from '@kla/chassis'
import { LEADERBOARD_MODES, type LeaderboardMode } from '@kla/proto/web'

/** The order that a request names. Throws INVALID_FIELD. */
export function orderOf(given: string): LeaderboardMode {
  const order = LEADERBOARD_MODES.find((mode) => mode === given)
  if (!order) throw new KlaError('INVALID_FIELD')
  return order
}
