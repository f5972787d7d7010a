import { CAP_RUSH_MS, CAP_STAMINA_MS, VOTE_MS, type Mode } from '@kla/proto/web'
import type { BattleFinishedCommand, BattleStartedCommand, CupMoment } from './command.js'
import { opponentOf, playersOf, tieOf, withTie, type Cup, type Tie } from './cup.js'
import { decideTie, disputeTie } from './tie-steps.js'

/** From its beginning to its vote a battle takes no longer; if nothing is heard by then nothing will be. */
const BATTLE_MAX_MS: Readonly<Record<Mode, number>> = {
  rush: CAP_RUSH_MS + 2 * VOTE_MS,
  stamina: CAP_STAMINA_MS + 2 * VOTE_MS,
}

/** From now on the tie waits for the battle's result alone. */
export function battleStarted(cup: Cup, { tieId, roomId }: BattleStartedCommand, { nowMs }: CupMoment): Cup {
  const tie = tieOf(cup, tieId)
  if (cup.phase !== 'running' || !tie || tie.roomId !== roomId || tie.begun) return cup
  if (!awaitsBattle(tie)) return cup
  const deadlineMs = tie.roomClosed ? tie.deadlineMs : nowMs + BATTLE_MAX_MS[cup.mode]
  return withTie(cup, { ...tie, state: 'playing', begun: true, deadlineMs })
}

/** The first result of the two counts, whichever of their rooms it comes from. */
export function battleFinished(cup: Cup, command: BattleFinishedCommand, moment: CupMoment): Cup {
  const tie = tieOf(cup, command.tieId)
  if (cup.phase !== 'running' || !tie?.rooms.includes(command.roomId)) return cup
  const next = nextOf(tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

/** Whether no battle of the two has ended: they may still play, even while a judge is asked why they do not. */
const awaitsBattle = ({ state, played }: Tie): boolean =>
  state === 'called' || state === 'playing' || (state === 'disputed' && !played)

function nextOf(tie: Tie, { winnerId, leftBy, finishedBy }: BattleFinishedCommand, moment: CupMoment): Tie {
  const { nowMs } = moment
  const plays = (accountId: number): boolean => playersOf(tie).includes(accountId)
  // Two who disagreed may agree after all, in another battle.
  if (plays(winnerId) && (awaitsBattle(tie) || tie.state === 'disputed')) return decideTie(tie, 'vote', winnerId, nowMs)
  if (!awaitsBattle(tie)) return tie
  if (plays(leftBy)) return decideTie(tie, 'retired', opponentOf(tie, leftBy), nowMs)
  return disputeTie({ ...tie, played: true, finishedBy: plays(finishedBy) ? finishedBy : 0 }, moment)
}
