import { EndReason, type BattleView } from '@kla/proto'
import type { Battle } from './battle.js'
import { emptyRoom, isPlayed } from './battle.js'
import { battleIdOf, PHASE_NAMES } from './news.js'
import { accountIds, positionOf } from './players.js'
import { numbered } from './prompt.js'
import { receivedBy } from './show.js'

/** The battle as one account may see it: its own options and pick, and of the opponent's what has been shown. */
export function viewFor(battle: Battle | undefined, roomId: string, accountId: number): BattleView {
  const known = battle ?? emptyRoom(roomId)
  const own = isPlayed(known) ? positionOf(known.match, accountId) : undefined
  const hand = 'hands' in known && own !== undefined ? known.hands[own] : undefined
  const received = known.phase === 'show' && own !== undefined ? receivedBy(known, own) : undefined
  const ending = 'ending' in known ? known.ending : undefined
  return {
    roomId: known.roomId,
    battleId: battleIdOf(known),
    phase: PHASE_NAMES[known.phase],
    round: isPlayed(known) ? known.match.round : 0,
    deadlineMs: isPlayed(known) ? known.deadlineMs : 0,
    durationMs: isPlayed(known) ? known.durationMs : 0,
    ready: known.phase === 'waiting' ? known.ready.map((holder) => holder.accountId) : [],
    options: numbered(known.phase === 'prompt' && hand ? hand.options : []),
    picked: hand?.pick ?? 0,
    receivedGif: received?.gifUrl ?? '',
    receivedWildCard: received?.wildCard ?? false,
    wildCard: hand?.wildCard?.played ? hand.wildCard.gifUrl : '',
    voted: 'ballots' in known ? known.ballots.map((ballot) => ballot.accountId) : [],
    endReason: ending?.reason ?? EndReason.UNSPECIFIED,
    finishedBy: ending?.finishedBy ?? 0,
    winnerId: known.phase === 'result' ? (known.winnerId ?? 0) : 0,
    newsSeq: known.newsSeq,
    players: playersOf(known),
  }
}

function playersOf(battle: Battle): number[] {
  if (isPlayed(battle)) return [...accountIds(battle.match)]
  return battle.phase === 'waiting' ? [...(battle.lastBattle?.players ?? [])] : []
}

/** Whether the record itself proves that an account sits here, so that nobody else need be asked. */
export function knowsSeatOf(battle: Battle | undefined, accountId: number): boolean {
  if (!battle || battle.phase === 'closed') return false
  if (battle.phase === 'waiting') return battle.ready.some((holder) => holder.accountId === accountId)
  const gone = battle.phase === 'result' && battle.gone.includes(accountId)
  return !gone && positionOf(battle.match, accountId) !== undefined
}
