import { type BattleEvent, type BattleUpdate, EndReason, Phase } from '@kla/proto'
import type { BattlePhase, EndReasonName, ServerEventName, ServerEvents } from '@kla/proto/web'
import { dataText } from '../frames.js'
import type { LiveRoom } from '../rooms/live-room.js'
import type { Member } from '../rooms/member.js'

export function phaseName(phase: Phase): BattlePhase {
  switch (phase) {
    case Phase.PROMPT:
      return 'prompt'
    case Phase.SHOW:
      return 'show'
    case Phase.VOTE:
      return 'vote'
    case Phase.RESULT:
      return 'result'
    case Phase.WAITING:
    case Phase.UNSPECIFIED:
    case Phase.UNRECOGNIZED:
      return 'waiting'
  }
}

/** Null while rounds are played. */
export function endReasonName(reason: EndReason): EndReasonName | null {
  switch (reason) {
    case EndReason.FINISHED:
      return 'finished'
    case EndReason.LEFT:
      return 'left'
    case EndReason.TIME_CAP:
      return 'time-cap'
    case EndReason.INTERRUPTED:
      return 'interrupted'
    case EndReason.UNSPECIFIED:
    case EndReason.UNRECOGNIZED:
      return null
  }
}

type BattleEventView = {
  [Name in ServerEventName]: { readonly event: Name; readonly data: ServerEvents[Name] }
}[ServerEventName]

/** An event for browsers. Undefined for who is ready, which room-state shows, and for events of a newer engine. */
function battleEvent({ event }: BattleEvent): BattleEventView | undefined {
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
    case 'readyChanged':
    case undefined:
      return undefined
  }
}

const timing = ({ deadlineMs, durationMs }: { deadlineMs: number; durationMs: number }) => ({
  deadline: deadlineMs,
  durationMs,
})

/** Sends each event to its recipients; watchers see what players are shown. */
export function deliverBattleUpdate(room: LiveRoom, update: BattleUpdate): void {
  for (const event of update.events) {
    const view = battleEvent(event)
    if (view === undefined) continue
    const members = membersFor(room, update, event)
    if (view.event === 'receive-gif') deliverToWatchers(room, update, { ...view.data, playerId: event.recipient })
    const text = dataText<ServerEventName>(view.event, view.data as ServerEvents[ServerEventName])
    for (const member of members) member.deliverText(view.event, text, { update: update.seq })
  }
}

function deliverToWatchers(room: LiveRoom, update: BattleUpdate, shown: ServerEvents['receive-gif']): void {
  const text = dataText('receive-gif', shown)
  for (const member of room.members.values()) {
    if (member.watching && isNewTo(member, update)) member.deliverText('receive-gif', text, { update: update.seq })
  }
}

const membersFor = (room: LiveRoom, update: BattleUpdate, { recipient }: BattleEvent): Member[] =>
  [...room.members.values()].filter(
    (member) => isNewTo(member, update) && (recipient === 0 || recipient === member.accountId),
  )

export const isNewTo = ({ battleFloor }: Member, { seq }: BattleUpdate): boolean => seq > battleFloor

// Deadlines are handled within some 100 ms; later, an update was probably lost.
const OVERDUE_MS = 2_000

type TickedRoom = Pick<LiveRoom, 'members' | 'battle'> & { readonly resync: { probe(): void } }

/** Sends game-tick to all rooms and probes battles that are overdue. */
export function tick(rooms: Iterable<TickedRoom>, nowMs: number): void {
  for (const room of rooms) {
    const { moment } = room.battle
    if (!moment || moment.deadlineMs === 0) continue
    const remainingMs = Math.max(0, moment.deadlineMs - nowMs)
    const text = dataText('game-tick', {
      phase: phaseName(moment.phase),
      round: moment.round,
      remainingMs,
      serverTime: nowMs,
    })
    for (const member of room.members.values()) member.deliverText('game-tick', text)
    if (nowMs - moment.deadlineMs > OVERDUE_MS) room.resync.probe()
  }
}
