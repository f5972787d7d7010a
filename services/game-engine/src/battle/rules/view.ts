import type { Refused } from '@kla/chassis'
import { type BattleView, EndReason, type FindPlayedBattleResponse, Phase, type WatchBattleResponse } from '@kla/proto'
import {
  accountIds,
  type Battle,
  type Clip,
  clip,
  emptyRoom,
  endOf,
  isForBattle,
  isForRound,
  isPlayed,
  pauseOf,
  positionOf,
  readyIn,
  recordedReason,
  type RotationGif,
} from './battle.js'
import { receivedBy, receivedClips } from './received.js'
import { numbered } from './rounds.js'
import { battleIdOf, type PastBattle, PHASE_NAMES, playerAliases, refuse } from './step.js'

/** Matches no account's id. */
const NO_ACCOUNT = 0

/** Battle as one account may see it; received GIFs are looked up in `pool`. */
export function viewFor(
  battle: Battle | undefined,
  roomId: string,
  accountId: number,
  pool: readonly RotationGif[] = [],
): BattleView {
  const known = battle ?? emptyRoom(roomId)
  const view = wholeView(known, accountId, pool)
  const isNewcomer = accountId !== NO_ACCOUNT && view.players.length > 0 && !view.players.includes(accountId)
  return isNewcomer ? { ...view, ...OF_OTHERS } : view
}

/** What a newcomer, who did not play, sees of a battle's players and outcome. */
const OF_OTHERS = {
  voted: [],
  endReason: EndReason.UNSPECIFIED,
  finishedBy: 0,
  winnerId: 0,
  players: [],
  aliases: [],
  noWinner: undefined,
} satisfies Partial<BattleView>

function wholeView(known: Battle, accountId: number, pool: readonly RotationGif[]): BattleView {
  const own = isPlayed(known) ? positionOf(known.match, accountId) : undefined
  const hand = 'hands' in known && own !== undefined ? known.hands[own] : undefined
  const received = known.phase === 'show' && own !== undefined ? receivedBy(known, own) : undefined
  const pause = pauseOf(known)
  const ending = 'ending' in known ? known.ending : undefined
  return {
    roomId: known.roomId,
    battleId: battleIdOf(known),
    phase: PHASE_NAMES[known.phase],
    round: isPlayed(known) ? known.match.round : 0,
    deadlineMs: isPlayed(known) ? endOf(known) : 0,
    durationMs: isPlayed(known) ? known.durationMs : 0,
    ready: readyIn(known).map((holder) => holder.accountId),
    options: numbered(known.phase === 'prompt' && hand ? hand.options : []),
    picked: hand?.pick ?? 0,
    receivedGif: received?.gifUrl ?? '',
    receivedWildCard: received?.wildCard ?? false,
    receivedGifs: [...(receivedClips(known, accountId, pool)?.clips ?? [])],
    wildCard: hand?.wildCard?.played ? hand.wildCard.gifUrl : '',
    voted: 'ballots' in known ? known.ballots.map((ballot) => ballot.accountId) : [],
    endReason: ending?.reason ?? EndReason.UNSPECIFIED,
    finishedBy: ending?.finishedBy ?? 0,
    winnerId: known.phase === 'result' ? (known.winnerId ?? 0) : 0,
    updateSeq: known.updateSeq,
    players: playersOf(known),
    aliases: playerAliases(known),
    ...(known.phase === 'result' ? { noWinner: known.noWinner } : {}),
    ...(pause && 'hands' in known ? { pausedUntilMs: known.deadlineMs, pausedRemainingMs: pause.remainingMs } : {}),
  }
}

function playersOf(battle: Battle): number[] {
  if (isPlayed(battle)) return [...accountIds(battle.match)]
  return battle.phase === 'waiting' ? [...(battle.lastBattle?.players ?? [])] : []
}

/** True if the record proves the account's seat. */
export function knowsSeatOf(battle: Battle | undefined, accountId: number): boolean {
  if (!battle || battle.phase === 'closed') return false
  if (readyIn(battle).some((holder) => holder.accountId === accountId)) return true
  if (battle.phase === 'waiting') return false
  const gone = battle.phase === 'result' && battle.gone.includes(accountId)
  return !gone && positionOf(battle.match, accountId) !== undefined
}

export function watchedView(battle: Battle | undefined, roomId: string): WatchBattleResponse {
  return { battle: viewFor(battle, roomId, NO_ACCOUNT), shown: battle?.phase === 'show' ? shownIn(battle) : [] }
}

const shownIn = (show: Extract<Battle, { phase: 'show' }>): WatchBattleResponse['shown'] =>
  ([0, 1] as const).flatMap((position) => {
    const pick = receivedBy(show, position)
    const { accountId } = show.match.players[position]
    return pick ? [{ accountId, gifUrl: pick.gifUrl, wildCard: pick.wildCard }] : []
  })

/** View for a player's report; undefined for others. */
export function playedView(battle: Battle | undefined, accountId: number): FindPlayedBattleResponse | undefined {
  const own = battle && isPlayed(battle) ? positionOf(battle.match, accountId) : undefined
  if (!battle || !isPlayed(battle) || own === undefined) return undefined
  return {
    battleId: battle.match.battleId,
    phase: PHASE_NAMES[battle.phase],
    round: battle.match.round,
    receivedGif: battle.phase === 'show' ? (receivedBy(battle, own)?.gifUrl ?? '') : '',
    endReason: 'ending' in battle ? recordedReason(battle.ending) : EndReason.UNSPECIFIED,
    players: [...accountIds(battle.match)],
  }
}

export const pastView = ({ battleId, players, rounds, reason }: PastBattle): FindPlayedBattleResponse => ({
  battleId,
  phase: Phase.RESULT,
  round: rounds,
  receivedGif: '',
  endReason: reason,
  players: [...players],
})

interface Choice {
  readonly index: number
  readonly round: number
  readonly battleId?: string | undefined
}

export function choiceToSave(
  battle: Battle | undefined,
  accountId: number,
  { index, round, battleId }: Choice,
): Clip | Refused {
  if (!battle || !isPlayed(battle)) return refuse('NOT_PLAYING')
  const position = positionOf(battle.match, accountId)
  if (position === undefined) return refuse('NOT_SEATED')
  if (!('hands' in battle)) return refuse('NOT_PLAYING')
  if (!isForRound(battle.match, round) || !isForBattle(battle.match, battleId)) return refuse('NO_SUCH_OPTION')
  const option = battle.hands[position].options[index - 1]
  return option ? clip(option) : refuse('NO_SUCH_OPTION')
}

/** Clip being shown, for records without `received`. */
function inHand(battle: Battle, accountId: number): Clip | undefined {
  const position = battle.phase === 'show' ? positionOf(battle.match, accountId) : undefined
  return battle.phase === 'show' && position !== undefined ? receivedBy(battle, position) : undefined
}

/** Allows every GIF of the rotation that was received in the battle, and the one shown last, until the next battle. */
export function receivedToSave(
  battle: Battle | undefined,
  accountId: number,
  gifUrl: string,
  pool: readonly RotationGif[],
): Clip | Refused {
  if (!battle) return refuse('NOT_RECEIVED')
  const received = receivedClips(battle, accountId, pool)
  if (isPlayed(battle) && (!received || !knowsSeatOf(battle, accountId))) return refuse('NOT_SEATED')
  const saved = [received?.shown ?? inHand(battle, accountId), ...(received?.clips ?? [])].find(
    (one) => one?.gifUrl === gifUrl,
  )
  return saved ? clip(saved) : refuse('NOT_RECEIVED')
}
