import type { Administrator, Call } from '@kla/chassis'
import { auditFact } from '../../events/audit-fact.js'
import type { Making } from '../../store/correction-store.js'
import type { StandingsDependencies } from './dependencies.js'

/** Who makes a correction, when, and the entry that the audit log gets; the reason stays with the correction. */
export function makingOf(
  action: 'standings.correct' | 'standings.reverse',
  administrator: Administrator,
  { requestId }: Pick<Call, 'requestId'>,
  { now, newId }: Pick<StandingsDependencies, 'now' | 'newId'>,
): Making {
  const madeAtMs = now()
  return {
    madeBy: { id: administrator.id, name: administrator.name },
    madeAtMs,
    audited: ({ id, accountId, season, gamesWon, gamesPlayed, reverses }) => {
      const details = { id, season, gamesWon, gamesPlayed, ...(reverses === undefined ? {} : { reverses }) }
      return auditFact({ factId: newId(), atMs: madeAtMs, administrator, action, accountId, details, requestId })
    },
  }
}
