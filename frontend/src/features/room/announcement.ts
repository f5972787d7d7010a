import { noWinnerWords } from '../../entities/room/verdict-words.js'
import { UNNAMED } from '../../texts/players.js'
import { ANNOUNCEMENT } from '../../texts/room-announcement.js'
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
  const nameOf = (id: number | null) => players.find((player) => player.id === id)?.username ?? UNNAMED.opponent
  const opponent = players.find(({ id }) => id !== me)?.username ?? UNNAMED.opponentInSentence
  switch (phase) {
    case 'waiting':
      return ANNOUNCEMENT.waiting
    case 'prompt': {
      const keys = options.round === round ? options.list.length : 0
      return keys > 0 ? ANNOUNCEMENT.pickByKey({ round, opponent, keys }) : ANNOUNCEMENT.pick({ round, opponent })
    }
    case 'show':
      return receivedGif?.round === round && receivedGif.wildCard
        ? ANNOUNCEMENT.wildCard({ round, opponent })
        : ANNOUNCEMENT.gif({ round, opponent })
    case 'vote':
      if (finishedBy === null) return ANNOUNCEMENT.vote
      return finishedBy === me ? ANNOUNCEMENT.voteYouFinished : ANNOUNCEMENT.voteFinished({ name: nameOf(finishedBy) })
    case 'result':
      return resultWords(room, me)
  }
}

function resultWords(room: Announced, me: number): string {
  const { winnerId, noWinner, endReason, sawEnd, ready } = room
  const battle = lastBattle(room, me)
  const { name } = battle
  if (!battle.played) return ANNOUNCEMENT.ended
  if (battle.wantsRematch && !ready.includes(me)) return ANNOUNCEMENT.wantsRematch({ name })
  if (winnerId !== null) return winnerId === me ? ANNOUNCEMENT.youWon : ANNOUNCEMENT.won({ name })
  const leaver = { name: leaverOf(battle, sawEnd), inVote: endReason !== 'left' }
  return ANNOUNCEMENT.noWinner({ why: noWinnerWords(noWinner, leaver) })
}
