import { noWinnerWords, verdictWords } from '../../entities/room/verdict-words.js'
import { lastBattle, leaverOf } from './state/last-battle.js'
import type { RoomState } from './state/room-slice.js'

type Announced = Pick<
  RoomState,
  | 'phase'
  | 'round'
  | 'options'
  | 'winnerId'
  | 'noWinner'
  | 'sawEnd'
  | 'players'
  | 'battlePlayers'
  | 'names'
  | 'ready'
  | 'endReason'
  | 'finishedBy'
  | 'receivedGif'
>

export function announcement(room: Announced, me: number): string {
  const { phase, round, options, players, finishedBy, receivedGif } = room
  const nameOf = (id: number | null) => players.find((player) => player.id === id)?.username ?? 'Your opponent'
  const opponent = players.find(({ id }) => id !== me)?.username ?? 'your opponent'
  switch (phase) {
    case 'waiting':
      return 'Waiting for both players to be ready.'
    case 'prompt': {
      const keys = options.round === round && options.list.length > 0 ? ` Keys 1 to ${options.list.length}.` : ''
      return `Round ${round}. Pick a GIF for ${opponent}.${keys}`
    }
    case 'show':
      return receivedGif?.round === round && receivedGif.wildCard
        ? `Round ${round}. ${opponent} played a Wild Card: a GIF of their own for you.`
        : `Round ${round}. ${opponent} sent you a GIF.`
    case 'vote': {
      const finisher = finishedBy === null ? '' : ` ${finishedBy === me ? 'You' : nameOf(finishedBy)} finished.`
      return `The rounds are over.${finisher} Vote for the winner.`
    }
    case 'result':
      return resultWords(room, me)
  }
}

function resultWords(room: Announced, me: number): string {
  const { winnerId, noWinner, endReason, sawEnd, ready } = room
  const battle = lastBattle(room, me)
  if (!battle.played) return 'A battle just ended here.'
  if (battle.wantsRematch && !ready.includes(me)) return `${battle.name} wants a rematch.`
  if (winnerId !== null) return `${verdictWords(winnerId === me ? 'you' : { name: battle.name })}.`
  const leaver = { name: leaverOf(battle, sawEnd), inVote: endReason !== 'left' }
  return `${verdictWords('none')}. ${noWinnerWords(noWinner, leaver)}`
}
