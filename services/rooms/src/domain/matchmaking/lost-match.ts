import type { MatchEndReason } from '@kla/proto/web'
import { isSamePool } from './pool.js'
import type { Ticket } from './ticket.js'

/** What comes of it for somebody that a match came to nothing before both had accepted. */
export interface LostMatch {
  readonly matchId: string
  /** Whom it is not to meet again for a moment. */
  readonly otherId: number
  /** Whether it let the other one down: who does so again and again has to wait. */
  readonly lapse: boolean
}

/** A connection that is lost, or a ban, is nobody's choice. */
const LAPSES: ReadonlySet<MatchEndReason> = new Set<MatchEndReason>(['declined', 'not-accepted', 'cancelled'])

/** The match that a change ended for this ticket, if both were still being asked. */
export function lostMatch(before: Ticket | undefined, after: Ticket): LostMatch | undefined {
  if (before?.stage.kind !== 'found') return undefined
  if (after.stage.kind !== 'searching' && after.stage.kind !== 'ended') return undefined
  const { match } = before.stage
  const otherId = match.accountIds.find((accountId) => accountId !== before.person.accountId)
  if (otherId === undefined) return undefined
  return { matchId: match.id, otherId, lapse: isLapse(before, after) }
}

const isLapse = (before: Ticket, after: Ticket): boolean =>
  after.stage.kind === 'ended' ? LAPSES.has(after.stage.reason) : !isSamePool(before.pool, after.pool)
