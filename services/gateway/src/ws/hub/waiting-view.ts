import { EndReason, Phase, type BattleView } from '@kla/proto'
import type { BattleMoment } from './battle-feed.js'

/**
 * The view of a battle that is waited for. It hides nothing and is the same for both, so that it need not be asked for:
 * who is ready came with the news.
 */
export const waitingView = (roomId: string, { seq, ready, players }: BattleMoment): BattleView => ({
  roomId,
  battleId: '',
  phase: Phase.WAITING,
  round: 0,
  deadlineMs: 0,
  durationMs: 0,
  ready: [...ready],
  options: [],
  picked: 0,
  receivedGif: '',
  receivedWildCard: false,
  wildCard: '',
  voted: [],
  endReason: EndReason.UNSPECIFIED,
  finishedBy: 0,
  winnerId: 0,
  newsSeq: seq,
  players: [...players],
})
