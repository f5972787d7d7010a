import { battleEvents } from './battle.js'
import { sendMessage, sendTyping } from './chat.js'
import type { HandlerDeps } from '../deps.js'
import type { EventTable } from '../pipeline/event-row.js'
import { roomEvents, turnOf } from './rooms.js'
import { JoinTimes, mediaEvents } from './media.js'
import { spectatingEvents } from './spectating.js'

/** Table of client events: access, rate, order and handler. */
export function createEventTable(deps: HandlerDeps): EventTable {
  const { admission, lobby, matching } = deps
  const joinTimes = new JoinTimes(deps.metrics.joinSeconds)
  return {
    ...roomEvents(deps, joinTimes),
    ...battleEvents(deps),
    ...mediaEvents(deps, joinTimes),
    ...spectatingEvents(deps),
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
    'send-message': { access: 'seated', scope: 'chat', rate: 'chat', lane: 'chat', handle: sendMessage(deps) },
    typing: {
      access: 'seated',
      scope: 'chat',
      rate: 'typing',
      dropped: 'silently',
      lane: 'chat',
      handle: sendTyping(deps),
    },
    probe: {
      access: 'anyone',
      rate: 'probe',
      dropped: 'silently',
      lane: 'none',
      handle: ({ connection }) => connection.listens(),
    },
    'find-match': {
      access: 'signed-in',
      scope: 'rooms',
      rate: 'entry',
      lane: 'entry',
      binds: true,
      handle: (context) => {
        const { connection } = context
        return admission.entries.run({ owner: connection, turn: turnOf(connection) }, () => matching.find(context))
      },
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
  }
}
