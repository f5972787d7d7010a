import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const judgeTie = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['judgeTie'] => {
  const administering = administer(dependencies)
  return ({ cupId, tieId, winnerId, reason, version }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.judge',
        action: 'cups.judge',
        details: { tieId, winnerId },
        command: ({ id, name }) => ({ kind: 'judge', tieId, winnerId, reason, version, judge: { id, name } }),
      },
      call,
    )
}
