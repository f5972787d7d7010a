import { ROOM_CAPACITY } from '@kla/proto/web'
import { endOfRounds } from '../../../entities/room/end-of-rounds.js'
import type { WatchedRoom } from './watched-room.js'

type Told = Pick<
  WatchedRoom,
  'phase' | 'round' | 'ready' | 'voted' | 'players' | 'endReason' | 'finishedBy' | 'winnerId'
>

/** What is going on, as a title and a sentence. */
export function phaseWords(room: Told): { title: string; text: string } {
  const { phase, round, ready, voted, players, endReason, finishedBy, winnerId } = room
  const nameOf = (id: number | null) => players.find((player) => player.id === id)?.username
  switch (phase) {
    case 'waiting':
      return { title: 'Before the bell', text: `${ready} of ${ROOM_CAPACITY} are ready.` }
    case 'prompt':
      return { title: `Round ${round}`, text: 'They pick a GIF for each other.' }
    case 'show':
      return { title: `Round ${round}`, text: 'Each of them watches what the other picked.' }
    case 'vote':
      return {
        title: 'They vote',
        text: `${endOfRounds(endReason, nameOf(finishedBy))} ${voted} of ${ROOM_CAPACITY} have voted. A win needs both votes.`,
      }
    case 'result':
      if (winnerId !== null) return { title: `${nameOf(winnerId) ?? 'Somebody'} wins`, text: 'Both votes agree.' }
      return {
        title: 'No winner',
        text: endReason === 'left' ? 'One of them left.' : 'The votes do not agree on a winner.',
      }
  }
}
