import { KlaError } from '@kla/chassis'
import { Phase } from '@kla/proto'
import type { Clients } from '../../shared/clients.js'
import { SLOW_CALL } from '../../shared/deadlines.js'
import type { Sessions } from '../accounts/sessions.js'
import type { EventTable } from '../pipeline/event-row.js'
import type { Hub } from '../rooms/hub.js'

export interface BattleEventsDeps {
  readonly sessions: Pick<Sessions, 'call'>
  readonly hub: Pick<Hub, 'at'>
  readonly clients: Pick<Clients, 'engine'>
}

type BattleEvents = Pick<
  EventTable,
  | 'ready-up'
  | 'gif-choice'
  | 'user-finishes'
  | 'declare-winner'
  | 'save-gif-choice'
  | 'wild-card-choice'
  | 'save-gif-received'
  | 'link-repair'
>

const PLAYED: ReadonlySet<Phase> = new Set([Phase.PROMPT, Phase.SHOW, Phase.VOTE])

/**
 * Returns the caller's battle as known here; undefined means any. Otherwise a process that hung could apply a command
 * to the next battle, long after the caller got an error.
 */
function battleIn(hub: BattleEventsDeps['hub'], roomId: string): string | undefined {
  const moment = hub.at(roomId)?.battle.moment
  return moment && PLAYED.has(moment.phase) ? moment.battleId : undefined
}

/** Battle commands. The engine knows the seats, so a retry works before the seat is resumed. */
export const battleEvents = ({ sessions, hub, clients: { engine } }: BattleEventsDeps): BattleEvents => ({
  'ready-up': {
    access: 'signed-in',
    rate: 'battle',
    lane: 'battle',
    async handle({ session, data, commandId }) {
      await sessions.call(session, (context) => engine.readyUp({ commandId, roomId: data.roomId }, context))
    },
  },

  'gif-choice': {
    access: 'signed-in',
    rate: 'battle',
    lane: 'battle',
    async handle({ session, data, commandId }) {
      const { roomId, index, round = 0 } = data
      const battleId = battleIn(hub, roomId)
      await sessions.call(session, (context) =>
        engine.chooseGif({ commandId, roomId, index, round, battleId }, context),
      )
    },
  },

  'user-finishes': {
    access: 'signed-in',
    rate: 'battle',
    lane: 'battle',
    async handle({ session, data, commandId }) {
      const { roomId } = data
      const battleId = battleIn(hub, roomId)
      await sessions.call(session, (context) => engine.finish({ commandId, roomId, battleId }, context))
    },
  },

  'declare-winner': {
    access: 'signed-in',
    rate: 'battle',
    lane: 'battle',
    async handle({ session, data, commandId }) {
      const { roomId, winnerId } = data
      // 0 means "no winner" between services, but is invalid from a client.
      if (winnerId !== null && (winnerId <= 0 || !Number.isSafeInteger(winnerId))) throw new KlaError('NO_SUCH_PLAYER')
      const battleId = battleIn(hub, roomId)
      await sessions.call(session, (context) =>
        engine.declareWinner(
          { commandId, roomId, winnerId: winnerId ?? 0, winnerAlias: winnerId ?? undefined, battleId },
          context,
        ),
      )
    },
  },

  'link-repair': {
    access: 'signed-in',
    rate: 'battle',
    lane: 'battle',
    async handle({ session, data, commandId }) {
      const { roomId, repairing } = data
      await sessions.call(session, (context) => engine.reportRepair({ commandId, roomId, repairing }, context))
    },
  },

  // These call commerce; that must not block picks or leaving.
  'save-gif-choice': {
    access: 'signed-in',
    rate: 'spend',
    lane: 'aside',
    async handle({ session, data, commandId, answer }) {
      const { roomId, index, round = 0 } = data
      const battleId = battleIn(hub, roomId)
      const { gifUrl } = await sessions.call(session, (context) =>
        engine.saveGifChoice({ commandId, roomId, index, round, battleId }, { ...context, ...SLOW_CALL }),
      )
      answer({ gifUrl })
    },
  },

  'wild-card-choice': {
    access: 'signed-in',
    rate: 'spend',
    lane: 'aside',
    async handle({ session, data, commandId, answer }) {
      const { roomId, gifUrl, round = 0 } = data
      const battleId = battleIn(hub, roomId)
      const { remainingWildCards } = await sessions.call(session, (context) =>
        engine.playWildCard({ commandId, roomId, gifUrl, round, battleId }, { ...context, ...SLOW_CALL }),
      )
      answer({ remainingWildCards })
    },
  },

  'save-gif-received': {
    access: 'signed-in',
    rate: 'spend',
    lane: 'aside',
    async handle({ session, data, commandId, answer }) {
      const { roomId, receivedGif } = data
      const { gifUrl } = await sessions.call(session, (context) =>
        engine.saveGifReceived({ commandId, roomId, gifUrl: receivedGif }, { ...context, ...SLOW_CALL }),
      )
      answer({ gifUrl })
    },
  },
})
