import type { BattleEvent } from '@kla/proto'
import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { endReasonName } from './phase.js'

/** An event for browsers, or that everybody needs a room-state. */
export type BattleEventView =
  | { [Name in ServerEventName]: { readonly event: Name; readonly data: ServerEvents[Name] } }[ServerEventName]
  | 'room-state'

/** What a battle's event is called and carries on the wire; undefined for one that a newer engine sends. */
export function battleEvent({ event }: BattleEvent): BattleEventView | undefined {
  switch (event?.$case) {
    case 'playDrum': {
      const { phase, intervalMs } = event.value
      return { event: 'play-drum', data: { phase: phase === 'show' ? 'show' : 'prompt', intervalMs } }
    }
    case 'promptGif':
      return { event: 'prompt-gif', data: { round: event.value.round, ...timing(event.value) } }
    case 'gifOptions':
      return { event: 'gif-options', data: event.value }
    case 'showGif':
      return { event: 'show-gif', data: { round: event.value.round, ...timing(event.value) } }
    case 'receiveGif':
      return { event: 'receive-gif', data: event.value }
    case 'endGame': {
      const { reason, finishedBy } = event.value
      return {
        event: 'end-game',
        data: {
          ...timing(event.value),
          reason: endReasonName(reason) ?? 'finished',
          finishedBy: finishedBy === 0 ? null : finishedBy,
        },
      }
    }
    case 'winnerConfirmed':
      return { event: 'winner-confirmed', data: { winnerId: event.value.winnerId, ...timing(event.value) } }
    case 'noUnanimousWinner':
      return { event: 'no-unanimous-winner', data: timing(event.value) }
    case 'waitingChanged':
      return 'room-state'
    case undefined:
      return undefined
  }
}

const timing = ({ deadlineMs, durationMs }: { deadlineMs: number; durationMs: number }) => ({
  deadline: deadlineMs,
  durationMs,
})
