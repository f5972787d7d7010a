import { ROOM_CAPACITY } from '@kla/proto/web'
import { endOfRounds } from '../../entities/room/end-of-rounds.js'
import { noWinnerWords } from '../../entities/room/verdict-words.js'
import { WATCH_ENDED, WATCHED_PHASE } from '../../texts/watch.js'
import type { WatchedRoom } from './watched-room.js'
import type { WatchStatus } from './watching.js'

export type Outside = Exclude<WatchStatus, { kind: 'asking' | 'watching' | 'rejoining' }>

export function exitWords(status: Outside, judge: boolean): { title: string; text: string } {
  switch (status.kind) {
    case 'refused':
      return { title: WATCH_ENDED.refused, text: status.text }
    case 'pass-spent':
      return { title: WATCH_ENDED.lost, text: WATCH_ENDED.lostText }
    case 'closed':
      return { title: WATCH_ENDED.lost, text: WATCH_ENDED.closedText }
    case 'banned':
      return { title: WATCH_ENDED.banned, text: WATCH_ENDED.bannedText }
    case 'out':
      // Tokens are for programs; a sentence is for the player.
      return status.reason.includes(' ')
        ? { title: WATCH_ENDED.ended, text: judge ? status.reason : WATCH_ENDED.endedText({ reason: status.reason }) }
        : { title: WATCH_ENDED.tieOver, text: WATCH_ENDED.tieOverText }
  }
}

type ShownRoom = Pick<
  WatchedRoom,
  'phase' | 'round' | 'ready' | 'voted' | 'players' | 'endReason' | 'finishedBy' | 'winnerId' | 'noWinner'
>

const CAPACITY = Number(ROOM_CAPACITY)

export function phaseWords(room: ShownRoom): { title: string; text: string } {
  const { phase, round, ready, voted, players, endReason, finishedBy, winnerId, noWinner } = room
  const nameOf = (id: number | null) => players.find((player) => player.id === id)?.username
  switch (phase) {
    case 'waiting':
      return { title: WATCHED_PHASE.waiting, text: WATCHED_PHASE.waitingText({ ready, players: CAPACITY }) }
    case 'prompt':
      return { title: WATCHED_PHASE.round({ round }), text: WATCHED_PHASE.picking }
    case 'show':
      return { title: WATCHED_PHASE.round({ round }), text: WATCHED_PHASE.showing }
    case 'vote':
      return {
        title: WATCHED_PHASE.voting,
        text: WATCHED_PHASE.votingText({
          end: endOfRounds(endReason, {
            finisher: players.find(({ id }) => id === finishedBy),
            leaver: WATCHED_PHASE.aPlayer,
          }),
          voted,
          players: CAPACITY,
        }),
      }
    case 'result':
      if (winnerId !== null)
        return {
          title: WATCHED_PHASE.wins({ name: nameOf(winnerId) ?? WATCHED_PHASE.someone }),
          text: WATCHED_PHASE.winsText,
        }
      return {
        title: WATCHED_PHASE.noWinner,
        text: noWinnerWords(noWinner, { name: WATCHED_PHASE.aPlayer, inVote: endReason !== 'left' }),
      }
  }
}
