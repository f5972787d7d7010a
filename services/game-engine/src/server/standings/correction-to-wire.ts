import type { Correction as WireCorrection } from '@kla/proto'
import type { Correction } from '../../domain/standings/index.js'

export const correctionToWire = (correction: Correction): WireCorrection => ({
  id: correction.id,
  accountId: correction.accountId,
  season: correction.season,
  gamesWon: correction.gamesWon,
  gamesPlayed: correction.gamesPlayed,
  reason: correction.reason,
  madeBy: correction.madeBy.name,
  madeAtMs: correction.madeAtMs,
  reverses: correction.reverses ?? '',
  reversedBy: correction.reversedBy ?? '',
})
