import type { Lobby } from '../lobby/lobby.js'
import type { Matching } from '../matchmaking/matching.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { EventTable } from '../pipeline/event-row.js'
import { battleEvents, type BattleEventsDeps } from './battle.js'
import { chatEvents, type ChatEventsDeps } from './chat.js'
import { turnOf } from './entry.js'
import { JoinTimes, mediaEvents, type MediaEventsDeps } from './media.js'
import { roomEvents, type RoomEventsDeps } from './rooms.js'
import { spectatingEvents, type SpectatingEventsDeps } from './spectating.js'

export type EventTableDeps = RoomEventsDeps &
  BattleEventsDeps &
  MediaEventsDeps &
  ChatEventsDeps &
  SpectatingEventsDeps & {
    readonly lobby: Pick<Lobby, 'request' | 'pause' | 'signedIn'>
    readonly matching: Pick<Matching, 'find' | 'cancel' | 'answer'>
    readonly metrics: Pick<RealtimeMetrics, 'joinSeconds'>
  }

/** Table of client events: access, rate, lane and handler. */
export function createEventTable(deps: EventTableDeps): EventTable {
  const { admission, lobby, matching } = deps
  const joinTimes = new JoinTimes(deps.metrics.joinSeconds)
  return {
    ...roomEvents(deps, joinTimes),
    ...battleEvents(deps),
    ...mediaEvents(deps, joinTimes),
    ...chatEvents(deps),
    ...spectatingEvents(deps),
    authenticate: {
      access: 'anyone',
      rate: 'sign',
      lane: 'entry',
      handle: async ({ connection, data }) => {
        await connection.authenticate(data.token)
        await lobby.signedIn(connection)
      },
    },
    'request-room-list': {
      access: 'anyone',
      rate: 'lobby',
      lane: 'entry',
      handle: ({ connection, data: { looking = true, differences = false } }) => {
        if (looking) return lobby.request(connection, { differences })
        lobby.pause(connection)
        return undefined
      },
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
      handle: ({ connection, session, data: { mode, category }, commandId, answer }) =>
        admission.entries.run({ owner: connection, turn: turnOf(connection) }, () =>
          matching.find({ connection, session, wanted: { mode, category, commandId }, found: () => answer() }),
        ),
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
