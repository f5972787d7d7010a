import { SignalKind } from '@kla/proto'
import { battleHandlers } from './battle/commands.js'
import { sendMessage } from './chat/chat.js'
import type { HandlerDeps } from './deps.js'
import type { EventTable } from './handler.js'
import { roomHandlers } from './rooms/entry.js'
import { JoinTimes, mediaHandlers } from './rooms/media.js'
import { spectatingHandlers } from './spectating/handlers.js'

/** Who may send each client event, how often and in which order, and its handler. */
export function createEventTable(deps: HandlerDeps): EventTable {
  const { lobby, matching } = deps
  const joinTimes = new JoinTimes(deps.metrics.joinSeconds)
  const rooms = roomHandlers(deps, joinTimes)
  const battle = battleHandlers(deps)
  const spectating = spectatingHandlers(deps)
  const media = mediaHandlers(deps, joinTimes)
  return {
    authenticate: {
      access: 'anyone',
      rate: 'sign',
      lane: 'entry',
      handle: async ({ connection, data }) => {
        await connection.signIn({ accessToken: data.token })
        await lobby.signedIn(connection)
      },
    },
    'request-room-list': {
      access: 'anyone',
      rate: 'lobby',
      lane: 'entry',
      handle: ({ connection }) => lobby.request(connection),
    },
    'create-room': {
      access: 'signed-in',
      anonymous: 'NOT_SIGNED_IN_TO_CREATE',
      scope: 'rooms',
      rate: 'entry',
      lane: 'entry',
      binds: true,
      handle: rooms.createRoom,
    },
    'join-room': {
      access: 'signed-in',
      scope: 'rooms',
      rate: 'entry',
      lane: 'entry',
      binds: true,
      refusal: 'join-error',
      handle: rooms.joinRoom,
    },
    'leave-room': { access: 'signed-in', allowBanned: true, rate: 'entry', lane: 'entry', handle: rooms.leaveRoom },
    'sync-room': {
      access: 'signed-in-or-watching',
      scope: 'rooms',
      rate: 'entry',
      lane: 'entry',
      binds: true,
      handle: rooms.syncRoom,
    },
    // The engine knows the seats, so a retry counts before the seat is resumed.
    'ready-up': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: battle.readyUp },
    'gif-choice': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: battle.gifChoice },
    'user-finishes': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: battle.userFinishes },
    'declare-winner': { access: 'signed-in', rate: 'battle', lane: 'battle', handle: battle.declareWinner },
    // These call commerce; a slow call must not block picks or leaving.
    'save-gif-choice': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: battle.saveGifChoice },
    'wild-card-choice': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: battle.wildCardChoice },
    'save-gif-received': { access: 'signed-in', rate: 'spend', lane: 'aside', handle: battle.saveGifReceived },
    'send-message': { access: 'seated', scope: 'chat', rate: 'chat', lane: 'chat', handle: sendMessage(deps) },
    'find-match': {
      access: 'signed-in',
      scope: 'rooms',
      rate: 'entry',
      lane: 'entry',
      binds: true,
      handle: (context) => matching.find(context),
    },
    'cancel-match': {
      access: 'signed-in',
      allowBanned: true,
      rate: 'entry',
      lane: 'entry',
      handle: ({ session }) => matching.cancel(session),
    },
    'answer-match': {
      access: 'signed-in',
      scope: 'rooms',
      rate: 'entry',
      lane: 'entry',
      handle: ({ session, data }) => matching.answer(session, data),
    },
    'watch-room': { access: 'anyone', rate: 'entry', lane: 'entry', handle: spectating.watchRoom },
    'stop-watching': { access: 'anyone', rate: 'entry', lane: 'entry', handle: spectating.stopWatching },
    'allow-spectators': { access: 'seated', rate: 'entry', lane: 'entry', handle: spectating.allowSpectators },
    offer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: media.relay(SignalKind.OFFER) },
    answer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: media.relay(SignalKind.ANSWER) },
    'ice-candidate': {
      access: 'seated-or-watching',
      rate: 'signal',
      lane: 'signal',
      handle: media.relay(SignalKind.ICE_CANDIDATE),
    },
    'media-connected': { access: 'seated', rate: 'measure', lane: 'aside', handle: media.connected },
  }
}
