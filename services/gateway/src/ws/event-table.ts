import { SignalKind } from '@kla/proto'
import {
  declareWinner, gifChoice, readyUp, saveGifChoice, saveGifReceived, userFinishes, wildCardChoice,
} from './battle/commands.js'
import { sendMessage } from './chat/chat.js'
import type { HandlerDeps } from './deps.js'
import type { EventContext, EventTable } from './handler.js'
import { requestRoomList } from './lobby/lobby.js'
import { answerMatch, cancelMatch, findMatch } from './matchmaking/matching.js'
import { createRoom, joinRoom, leaveRoom, syncRoom } from './rooms/entry.js'
import { JoinTimes, mediaConnected, relaySignal } from './rooms/media.js'
import { allowSpectators, stopWatching, watchRoom } from './spectating/handlers.js'

const authenticate =
  ({ lobby }: HandlerDeps) =>
  async ({ connection, data }: EventContext<'authenticate'>): Promise<void> => {
    await connection.signIn({ accessToken: data.token })
    await lobby.signedIn(connection)
  }

export const createEventTable = (
  deps: HandlerDeps,
  joinTimes = new JoinTimes(deps.metrics.joinSeconds),
): EventTable => ({
  authenticate: { access: 'anyone', rate: 'sign', lane: 'entry', handle: authenticate(deps) },
  'request-room-list': { access: 'anyone', rate: 'lobby', lane: 'entry', handle: requestRoomList(deps) },
  'create-room': {
    access: 'signed-in',
    anonymous: 'NOT_SIGNED_IN_TO_CREATE',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    handle: createRoom(deps),
  },
  'join-room': {
    access: 'signed-in',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    refusal: 'join-error',
    handle: joinRoom(deps, joinTimes),
  },
  'leave-room': { access: 'signed-in', evenIfBanned: true, rate: 'entry', lane: 'entry', handle: leaveRoom(deps) },
  'sync-room': {
    access: 'signed-in-or-watching',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    handle: syncRoom(deps),
  },
  // The engine knows the seats, so a retry counts before the seat is resumed.
  'ready-up': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: readyUp(deps) },
  'gif-choice': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: gifChoice(deps) },
  'user-finishes': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: userFinishes(deps) },
  'declare-winner': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: declareWinner(deps) },
  // These call commerce; a slow call must not block picks or leaving.
  'save-gif-choice': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: saveGifChoice(deps) },
  'wild-card-choice': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: wildCardChoice(deps) },
  'save-gif-received': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: saveGifReceived(deps) },
  'send-message': { access: 'seated', scope: 'chat', rate: 'chat', lane: 'chat', handle: sendMessage(deps) },
  'find-match': {
    access: 'signed-in',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    handle: findMatch(deps),
  },
  'cancel-match': { access: 'signed-in', evenIfBanned: true, rate: 'entry', lane: 'entry', handle: cancelMatch(deps) },
  'answer-match': { access: 'signed-in', scope: 'rooms', rate: 'entry', lane: 'entry', handle: answerMatch(deps) },
  'watch-room': { access: 'anyone', rate: 'entry', lane: 'entry', handle: watchRoom(deps) },
  'stop-watching': { access: 'anyone', rate: 'entry', lane: 'entry', handle: stopWatching(deps) },
  'allow-spectators': { access: 'seated', rate: 'entry', lane: 'entry', handle: allowSpectators(deps) },
  offer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: relaySignal(deps, SignalKind.OFFER) },
  answer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: relaySignal(deps, SignalKind.ANSWER) },
  'ice-candidate': {
    access: 'seated-or-watching',
    rate: 'signal',
    lane: 'signal',
    handle: relaySignal(deps, SignalKind.ICE_CANDIDATE),
  },
  'media-connected': { access: 'seated', rate: 'measure', lane: 'aside', handle: mediaConnected(deps, joinTimes) },
})
