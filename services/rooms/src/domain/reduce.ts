import type { Command, Moment } from './command.js'
import { createRoom } from './create-room.js'
import { expireGraces } from './expire-graces.js'
import { joinRoom } from './join-room.js'
import { leaveRoom } from './leave-room.js'
import { loseConnection, loseGateway } from './lose-connection.js'
import { openRoom } from './open-room.js'
import type { Outcome } from './outcome.js'
import { resumeSeat } from './resume-seat.js'
import type { Room } from './room.js'
import { allowSpectators } from './watch-consent.js'
import { stopWatching, watchRoom } from './watch-room.js'

/** What a command does to a room, or to none. */
export function reduce(room: Room | undefined, command: Command, moment: Moment): Outcome {
  switch (command.kind) {
    case 'create':
      return createRoom(room, command, moment)
    case 'open':
      return openRoom(room, command, moment)
    case 'join':
      return joinRoom(room, command, moment)
    case 'resume':
      return resumeSeat(room, command)
    case 'leave':
      return leaveRoom(room, command)
    case 'lose-connection':
      return loseConnection(room, command, moment)
    case 'lose-gateway':
      return loseGateway(room, command, moment)
    case 'expire-graces':
      return expireGraces(room, moment)
    case 'watch':
      return watchRoom(room, command, moment)
    case 'stop-watching':
      return stopWatching(room, command)
    case 'allow-spectators':
      return allowSpectators(room, command)
  }
}
