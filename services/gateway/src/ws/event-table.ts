import { SignalKind } from '@kla/proto'
import {
  declareWinner, gifChoice, readyUp, saveGifChoice, saveGifReceived, userFinishes, wildCardChoice,
} from './battle/commands.js'
import { sendMessage } from './chat/chat.js'
import type { HandlerParts } from './deps.js'
import type { EventContext, EventTable } from './handler.js'
import { requestRoomList } from './lobby/lobby.js'
import { answerMatch, cancelMatch, findMatch } from './matchmaking/matching.js'
import { createRoom, joinRoom, leaveRoom, syncRoom } from './rooms/entry.js'
import { JoinTimes, mediaConnected, relaySignal } from './rooms/media.js'
import { allowSpectators, stopWatching, watchRoom } from './spectating/handlers.js'

/** Signs the connection in with a token, for clients that cannot send the cookie. */
const authenticate =
  ({ lobby }: HandlerParts) =>
  async ({ connection, data }: EventContext<'authenticate'>): Promise<void> => {
    await connection.signIn({ accessToken: data.token })
    await lobby.signedIn(connection)
  }

/** Every event of a client: who may send it, how often, in which order, and what it does. */
export const createEventTable = (
  parts: HandlerParts,
  joinTimes = new JoinTimes(parts.metrics.joinSeconds),
): EventTable => ({
  authenticate: { access: 'anyone', rate: 'sign', lane: 'entry', handle: authenticate(parts) },
  'request-room-list': { access: 'anyone', rate: 'lobby', lane: 'entry', handle: requestRoomList(parts) },
  'create-room': {
    access: 'signed-in',
    anonymous: 'NOT_SIGNED_IN_TO_CREATE',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    handle: createRoom(parts),
  },
  'join-room': {
    access: 'signed-in',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    refusal: 'join-error',
    handle: joinRoom(parts, joinTimes),
  },
  'leave-room': { access: 'signed-in', evenIfBanned: true, rate: 'entry', lane: 'entry', handle: leaveRoom(parts) },
  'sync-room': {
    access: 'signed-in-or-watching',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    handle: syncRoom(parts),
  },
  // The engine knows who sits where: a retry after a reconnect counts even before the seat is resumed.
  'ready-up': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: readyUp(parts) },
  'gif-choice': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: gifChoice(parts) },
  'user-finishes': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: userFinishes(parts) },
  'declare-winner': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: declareWinner(parts) },
  // These ask commerce as well: a slow one must hold up neither a pick nor somebody who leaves.
  'save-gif-choice': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: saveGifChoice(parts) },
  'wild-card-choice': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: wildCardChoice(parts) },
  'save-gif-received': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: saveGifReceived(parts) },
  'send-message': { access: 'seated', scope: 'chat', rate: 'chat', lane: 'chat', handle: sendMessage(parts) },
  'find-match': {
    access: 'signed-in',
    scope: 'rooms',
    rate: 'entry',
    lane: 'entry',
    binds: true,
    handle: findMatch(parts),
  },
  'cancel-match': { access: 'signed-in', evenIfBanned: true, rate: 'entry', lane: 'entry', handle: cancelMatch(parts) },
  'answer-match': { access: 'signed-in', scope: 'rooms', rate: 'entry', lane: 'entry', handle: answerMatch(parts) },
  'watch-room': { access: 'anyone', rate: 'entry', lane: 'entry', handle: watchRoom(parts) },
  'stop-watching': { access: 'anyone', rate: 'entry', lane: 'entry', handle: stopWatching(parts) },
  'allow-spectators': { access: 'seated', rate: 'entry', lane: 'entry', handle: allowSpectators(parts) },
  offer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: relaySignal(parts, SignalKind.OFFER) },
  answer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: relaySignal(parts, SignalKind.ANSWER) },
  'ice-candidate': {
    access: 'seated-or-watching',
    rate: 'signal',
    lane: 'signal',
    handle: relaySignal(parts, SignalKind.ICE_CANDIDATE),
  },
  'media-connected': { access: 'seated', rate: 'measure', lane: 'aside', handle: mediaConnected(parts, joinTimes) },
})
