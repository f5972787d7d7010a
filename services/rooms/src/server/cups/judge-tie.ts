import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const judgeTie = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['judgeTie'] => {
  const administering = administer(dependencies)
  return ({ cupId, tieId, winnerId, reason }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.judge',
        action: 'cups.judge',
        details: { tieId, winnerId },
        command: ({ id, name }) => ({ kind: 'judge', tieId, winnerId, reason, judge: { id, name } }),
      },
      call,
    )
}
