import type {
  BattlePhase,
  Category,
  EndReasonName,
  Mode,
  NoWinnerReason,
  PlayerEntry,
  RevealState,
  RoomStateData,
  ServerEvents,
  WatcherEntry,
} from '@kla/proto/web'
import { addMessage, type ChatMessage } from '../../entities/room/chat-messages.js'
import { clockOffsetMs, sampleClock } from '../../entities/room/clock-offset.js'
import { pausedClock, type PhaseClock } from '../../entities/stage/phase-timer.js'

interface ShownClip {
  round: number
  gifUrl: string
  wildCard: boolean
}

/** Room as a watcher sees it. */
export interface WatchedRoom {
  name: string
  mode: Mode
  category: Category
  tie: RoomStateData['tie']
  players: PlayerEntry[]
  corners: Corners
  phase: BattlePhase
  round: number
  deadline: number | null
  durationMs: number | null
  paused: PhaseClock['paused']
  ready: number
  shown: Readonly<Record<number, ShownClip>>
  voted: number
  endReason: EndReasonName | null
  finishedBy: number | null
  winnerId: number | null
  noWinner: NoWinnerReason | null
  watchers: WatcherEntry[]
  reveal: RevealState | null
  lines: ChatMessage[]
  clockSamplesMs: number[]
}

type Apply<Name extends keyof ServerEvents> = (room: WatchedRoom, data: ServerEvents[Name]) => WatchedRoom

/** Keeps this browser's chat, clips and clock. */
export const roomFromState = (room: WatchedRoom | null, state: RoomStateData, receivedAt: number): WatchedRoom => ({
  name: state.name,
  mode: state.mode,
  category: state.category,
  tie: state.tie,
  players: state.players,
  corners: cornersAfter(room?.corners ?? [null, null], state.players),
  phase: state.phase,
  round: state.round,
  deadline: state.deadline,
  durationMs: state.durationMs,
  paused: state.paused ?? null,
  ready: state.ready.length,
  shown: room?.shown ?? {},
  voted: state.voted.length,
  endReason: state.endReason,
  finishedBy: state.finishedBy,
  winnerId: state.winnerId,
  noWinner: state.noWinner ?? null,
  watchers: state.watchers,
  reveal: state.reveal ?? null,
  lines: room?.lines ?? [],
  clockSamplesMs: sampleClock(room?.clockSamplesMs ?? [], state.serverTime, receivedAt),
})

const beginRound: Apply<'prompt-gif'> = (room, { round, deadline, durationMs }) => ({
  ...room,
  phase: 'prompt',
  round,
  deadline,
  durationMs,
  paused: null,
  ready: 0,
  voted: 0,
  endReason: null,
  finishedBy: null,
  winnerId: null,
  noWinner: null,
})

const showClip: Apply<'receive-gif'> = (room, { playerId, round, gifUrl, wildCard }) =>
  playerId === undefined ? room : { ...room, shown: { ...room.shown, [playerId]: { round, gifUrl, wildCard } } }

export type RoomUpdate =
  | 'room-user-list'
  | 'watchers'
  | 'reveal-state'
  | 'receive-message'
  | 'prompt-gif'
  | 'show-gif'
  | 'receive-gif'
  | 'phase-paused'
  | 'phase-resumed'
  | 'end-game'
  | 'winner-confirmed'
  | 'no-unanimous-winner'

export const roomUpdates: { readonly [Name in RoomUpdate]: Apply<Name> } = {
  'room-user-list': (room, { players }) => ({ ...room, players, corners: cornersAfter(room.corners, players) }),
  watchers: (room, { watchers }) => ({ ...room, watchers }),
  'reveal-state': (room, reveal) => (room.reveal === null ? room : { ...room, reveal }),
  'receive-message': (room, message) => ({ ...room, lines: addMessage(room.lines, message) }),
  'prompt-gif': beginRound,
  'show-gif': (room, { round, deadline, durationMs }) => ({
    ...room,
    phase: 'show',
    round,
    deadline,
    durationMs,
    paused: null,
  }),
  'receive-gif': showClip,
  'phase-paused': (room, data) =>
    room.round === data.round
      ? { ...room, ...pausedClock(room, data, Date.now() + clockOffsetMs(room.clockSamplesMs)) }
      : room,
  'phase-resumed': (room, { round, deadline, durationMs }) =>
    room.round === round ? { ...room, deadline, durationMs, paused: null } : room,
  'end-game': (room, { deadline, durationMs, reason, finishedBy }) => ({
    ...room,
    phase: 'vote',
    deadline,
    durationMs,
    paused: null,
    endReason: reason,
    finishedBy,
    voted: 0,
  }),
  'winner-confirmed': (room, { winnerId, deadline, durationMs }) => ({
    ...room,
    phase: 'result',
    winnerId,
    deadline,
    durationMs,
    paused: null,
  }),
  'no-unanimous-winner': (room, { deadline, durationMs, why }) => ({
    ...room,
    phase: 'result',
    winnerId: null,
    noWinner: why,
    deadline,
    durationMs,
    paused: null,
  }),
}

export const isVeiled = ({ reveal }: Pick<WatchedRoom, 'reveal'>): boolean => reveal !== null && !reveal.open

export const clipFor = ({ phase, round, shown }: WatchedRoom, id: number | null): ShownClip | null => {
  const clip = id === null ? undefined : shown[id]
  return phase === 'show' && clip?.round === round ? clip : null
}

type Corners = readonly [number | null, number | null]

function cornersAfter(before: Corners, players: readonly Pick<PlayerEntry, 'id'>[]): Corners {
  const isHere = (id: number | null) => id !== null && players.some((player) => player.id === id)
  const kept = before.map((id) => (isHere(id) ? id : null))
  for (const { id } of players) {
    const free = kept.indexOf(null)
    if (!kept.includes(id) && free !== -1) kept[free] = id
  }
  return [kept[0] ?? null, kept[1] ?? null]
}
