import { ROOM_CAPACITY } from '@kla/proto/web'
import { endOfRounds } from '../../entities/room/end-of-rounds.js'
import { noWinnerWords } from '../../entities/room/verdict-words.js'
import type { WatchedRoom } from './watched-room.js'
import type { WatchStatus } from './watching.js'

export type Outside = Exclude<WatchStatus, { kind: 'asking' | 'watching' | 'rejoining' }>

const RULE = 'Spectators can watch only while both players allow it.'

export function exitWords(status: Outside, judge: boolean): { title: string; text: string } {
  switch (status.kind) {
    case 'refused':
      return { title: "You can't watch this", text: status.text }
    case 'pass-spent':
      return {
        title: 'The connection was lost',
        text: 'A judge’s link opens once. Open a new one in the console to continue.',
      }
    case 'banned':
      return { title: 'This account is banned', text: 'Your bans and their reasons are in the settings.' }
    case 'out':
      // Tokens are for programs; a sentence is for the player.
      return status.reason.includes(' ')
        ? { title: 'Watching has ended', text: judge ? status.reason : `${status.reason} ${RULE}` }
        : { title: 'This tie is over', text: 'Its room was closed.' }
  }
}

type ShownRoom = Pick<
  WatchedRoom,
  'phase' | 'round' | 'ready' | 'voted' | 'players' | 'endReason' | 'finishedBy' | 'winnerId' | 'noWinner'
>

const LEAVER = 'A player'

export function phaseWords(room: ShownRoom): { title: string; text: string } {
  const { phase, round, ready, voted, players, endReason, finishedBy, winnerId, noWinner } = room
  const nameOf = (id: number | null) => players.find((player) => player.id === id)?.username
  switch (phase) {
    case 'waiting':
      return { title: 'Before the bell', text: `${ready} of ${ROOM_CAPACITY} are ready.` }
    case 'prompt':
      return { title: `Round ${round}`, text: 'They’re picking GIFs for each other.' }
    case 'show':
      return { title: `Round ${round}`, text: 'They watch what the other picked.' }
    case 'vote':
      return {
        title: 'Voting',
        text: `${endOfRounds(endReason, { finisher: nameOf(finishedBy), leaver: LEAVER })} ${voted} of ${ROOM_CAPACITY} have voted. A win needs both votes.`,
      }
    case 'result':
      if (winnerId !== null) return { title: `${nameOf(winnerId) ?? 'Someone'} wins`, text: 'Both votes agree.' }
      return {
        title: 'No winner',
        text: noWinnerWords(noWinner, { name: LEAVER, inVote: endReason !== 'left' }),
      }
  }
}
