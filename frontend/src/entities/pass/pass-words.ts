import { counted } from '../../shared/format.js'
import type { PassStanding } from './pass-standing.js'

/** How far one is and what is missing, in one line: 'Tier 2 reached, 15 points to tier 3'. */
export function standingWords({ reached, next, missing }: PassStanding): string {
  if (!next) return 'Every tier is reached'
  return `${reached > 0 ? `Tier ${reached} reached, ` : ''}${counted(missing, 'point')} to tier ${next.tier}`
}
