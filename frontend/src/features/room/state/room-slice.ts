import type {
  AckData,
  BattlePhase,
  Category,
  EndReasonName,
  GifOptionEntry,
  Mode,
  NoWinnerReason,
  PlayerEntry,
  ReceivedClip,
  RevealState,
  RoomOrigin,
  RoomStateData,
  ServerEvents,
  WatcherEntry,
} from '@kla/proto/web'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { addMessage, type ChatMessage, mergeMessages } from '../../../entities/room/chat-messages.js'
import { clockOffsetMs, sampleClock } from '../../../entities/room/clock-offset.js'
import { pageEntry } from '../../../entities/room/page-entry.js'
import { pausedClock, type PhaseClock } from '../../../entities/stage/phase-timer.js'
import { UNNAMED } from '../../../texts/players.js'
import { keptRoom } from './kept-room.js'

export type SaveState = 'saving' | 'saved'

/** Current opponent, or the last one during this stay. */
export interface Met {
  readonly id: number
  readonly username: string
  /** Proves the meeting in a report, also after parting. */
  readonly incident: string | null
}

/** Panic exit that the player has taken. */
export interface PanicExitState {
  readonly roomId: string | null
  readonly person: Met | null
  /** True once Kla has answered; `blocked`: it has blocked that player. */
  readonly confirmed: boolean
  readonly blocked: boolean
  /** Unix milliseconds of the exit on the server's clock. */
  readonly atMs: number
}

/** Room as this player sees it. */
export interface RoomState {
  roomId: string | null
  passcode: string | null
  resumed: boolean
  about: { name: string; mode: Mode; category: Category; origin: RoomOrigin } | null
  met: Met | null
  leaveAsked: boolean
  /** Why the player, who left, still has the seat. */
  leavingHeld: string | null
  /** Set while the page after a panic exit is shown. */
  panicExit: PanicExitState | null
  tie: boolean
  watchers: WatcherEntry[]
  /** Account ids of players who allow spectators. */
  spectatorConsents: number[]
  reveal: RevealState | null
  players: PlayerEntry[]
  /** Names of all who have been here, by account id. */
  names: Readonly<Record<number, string>>
  /** The player's id in the room; null means the account's. */
  you: number | null
  phase: BattlePhase
  round: number
  deadline: number | null
  durationMs: number | null
  paused: PhaseClock['paused']
  ready: number[]
  options: { round: number; list: GifOptionEntry[] }
  picked: number | null
  wildCard: string | null
  receivedGif: RoomStateData['receivedGif']
  /** The clip shown last, which can still be saved. */
  lastGif: RoomStateData['receivedGif']
  /** Clips of the battle that can be saved until the next one begins, oldest first. */
  receivedGifs: ReceivedClip[]
  saves: Readonly<Record<string, SaveState>>
  voted: number[]
  endReason: EndReasonName | null
  finishedBy: number | null
  winnerId: number | null
  noWinner: NoWinnerReason | null
  /** True if this page has seen the battle end, so that its player had not left. */
  sawEnd: boolean
  battlePlayers: number[]
  lines: ChatMessage[]
  /** Recent samples of the server's clock minus this one. */
  clockSamplesMs: number[]
}

export const outside: RoomState = {
  roomId: null,
  passcode: null,
  resumed: false,
  about: null,
  met: null,
  leaveAsked: false,
  leavingHeld: null,
  panicExit: null,
  tie: false,
  watchers: [],
  spectatorConsents: [],
  reveal: null,
  players: [],
  names: {},
  you: null,
  phase: 'waiting',
  round: 0,
  deadline: null,
  durationMs: null,
  paused: null,
  ready: [],
  options: { round: 0, list: [] },
  picked: null,
  wildCard: null,
  receivedGif: null,
  lastGif: null,
  receivedGifs: [],
  saves: {},
  voted: [],
  endReason: null,
  finishedBy: null,
  winnerId: null,
  noWinner: null,
  sawEnd: false,
  battlePlayers: [],
  lines: [],
  clockSamplesMs: [],
}

/** Leaves out Wild Cards: they are not of the rotation. */
function withClip(clips: ReceivedClip[], clip: RoomStateData['receivedGif']): ReceivedClip[] {
  if (clip === null || clip.wildCard || clips.some(({ gifUrl }) => gifUrl === clip.gifUrl)) return clips
  return [...clips, { gifUrl: clip.gifUrl, thumbnail: '' }]
}

const withNames = (names: RoomState['names'], players: readonly PlayerEntry[]) =>
  players.reduce<RoomState['names']>((all, { id, username }) => ({ ...all, [id]: username }), names)

/** True while ready-ups are taken: in the result, they are for a rematch. */
export const isBetweenBattles = ({ phase }: Pick<RoomState, 'phase'>): boolean =>
  phase === 'waiting' || phase === 'result'

/** True for a state of the same battle, whose players keep their identity. */
const samePlayers = (room: RoomState, { phase, battlePlayers }: RoomStateData): boolean =>
  !isBetweenBattles(room) && !isBetweenBattles({ phase }) && room.battlePlayers.join() === battlePlayers.join()

const showRoom = (room: RoomState, state: RoomStateData, receivedAt: number): RoomState => ({
  roomId: state.roomId,
  passcode: room.passcode,
  resumed: false,
  about: {
    name: state.name,
    mode: state.mode,
    category: state.category,
    origin: state.origin,
  },
  met: room.met,
  leaveAsked: room.leaveAsked,
  leavingHeld: room.leavingHeld,
  panicExit: null,
  tie: state.tie !== null,
  watchers: state.watchers,
  spectatorConsents: state.spectatorConsents,
  reveal: state.reveal ?? null,
  players: state.players,
  names: withNames(room.names, state.players),
  you: state.you ?? null,
  phase: state.phase,
  round: state.round,
  deadline: state.deadline,
  durationMs: state.durationMs,
  paused: state.paused ?? null,
  ready: state.ready,
  options: { round: state.round, list: state.options },
  picked: state.picked,
  wildCard: state.wildCard,
  receivedGif: state.receivedGif,
  lastGif: state.phase === 'waiting' ? null : (state.receivedGif ?? room.lastGif),
  receivedGifs: withClip(state.receivedGifs ?? room.receivedGifs, state.receivedGif),
  saves: room.saves,
  voted: state.voted,
  endReason: state.endReason,
  finishedBy: state.finishedBy,
  winnerId: state.winnerId,
  noWinner: state.noWinner ?? null,
  sawEnd: room.sawEnd && state.phase === 'result',
  battlePlayers: samePlayers(room, state) ? room.battlePlayers : state.battlePlayers,
  lines: state.lines === undefined ? room.lines : mergeMessages(room.lines, state.lines),
  clockSamplesMs: sampleClock(room.clockSamplesMs, state.serverTime, receivedAt),
})

type Event<Name extends keyof ServerEvents> = PayloadAction<ServerEvents[Name]>
/** Arrival in Unix milliseconds on this machine's clock. */
type TimedEvent<Name extends 'room-state' | 'game-tick' | 'phase-paused'> = PayloadAction<{
  data: ServerEvents[Name]
  at: number
}>

const initialRoom = (): RoomState => {
  const kept = keptRoom()
  return kept === null || !pageEntry().resumes() ? outside : { ...outside, ...kept, resumed: true }
}

/** Room state; actions are named after server events, in camel case. */
export const roomSlice = createSlice({
  name: 'room',
  initialState: initialRoom,
  reducers: {
    entered: (_, { payload }: PayloadAction<{ roomId: string; passcode: string | null }>) => ({
      ...outside,
      roomId: payload.roomId,
      passcode: payload.passcode,
    }),
    left: () => outside,
    leaveAsked(room, { payload }: PayloadAction<boolean>) {
      room.leaveAsked = payload
    },
    leavingHeld(room, { payload }: PayloadAction<string | null>) {
      room.leavingHeld = payload
    },
    stayed(room) {
      Object.assign(room, { leaveAsked: false, leavingHeld: null })
    },
    panicExited: (room, { payload: at }: PayloadAction<number>) => ({
      ...outside,
      panicExit: {
        roomId: room.roomId,
        person: room.met,
        confirmed: false,
        blocked: false,
        atMs: at + clockOffsetMs(room.clockSamplesMs),
      },
    }),
    exitConfirmed(room, { payload }: PayloadAction<AckData['leave-and-block'] & { roomId: string }>) {
      const { roomId, blockedId, incident } = payload
      // An earlier exit may be answered after a later one has begun.
      if (room.panicExit?.roomId !== roomId) return
      const known =
        room.panicExit.person ?? (blockedId === null ? null : { id: blockedId, username: UNNAMED.opponent, incident })
      const person = known && { ...known, incident: incident ?? known.incident }
      room.panicExit = { ...room.panicExit, person, confirmed: true, blocked: blockedId !== null }
    },
    met(room, { payload: { id, username, incident } }: PayloadAction<Met>) {
      const known = room.met?.id === id ? room.met.incident : null
      room.met = { id, username, incident: incident ?? known }
    },

    roomState: (room, { payload: { data, at } }: TimedEvent<'room-state'>) =>
      data.roomId === room.roomId ? showRoom(room, data, at) : room,
    roomUserList(room, { payload }: Event<'room-user-list'>) {
      room.players = payload.players
      room.names = withNames(room.names, payload.players)
      room.you = payload.you ?? null
      const seated = new Set(payload.players.map(({ id }) => id))
      room.ready = room.ready.filter((id) => seated.has(id))
    },
    watchers(room, { payload: { watchers, spectatorConsents } }: Event<'watchers'>) {
      Object.assign(room, { watchers, spectatorConsents })
    },
    revealState(room, { payload }: Event<'reveal-state'>) {
      if (room.reveal !== null) room.reveal = payload
    },
    receiveMessage(room, { payload }: Event<'receive-message'>) {
      room.lines = addMessage(room.lines, payload)
    },
    readyChanged(room, { payload: { ready } }: Event<'ready-changed'>) {
      if (isBetweenBattles(room)) room.ready = ready
    },
    promptGif(room, { payload }: Event<'prompt-gif'>) {
      if (isBetweenBattles(room)) {
        room.battlePlayers = room.players.map(({ id }) => id)
        room.lastGif = null
        room.receivedGifs = []
      }
      Object.assign(room, payload, {
        phase: 'prompt',
        paused: null,
        picked: null,
        wildCard: null,
        ready: [],
        voted: [],
      })
      Object.assign(room, { endReason: null, finishedBy: null, winnerId: null, noWinner: null, sawEnd: false })
      if (room.receivedGif?.round !== payload.round) room.receivedGif = null
    },
    gifOptions(room, { payload }: Event<'gif-options'>) {
      room.options = { round: payload.round, list: payload.options }
    },
    showGif(room, { payload }: Event<'show-gif'>) {
      Object.assign(room, payload, { phase: 'show', paused: null })
    },
    receiveGif(room, { payload }: Event<'receive-gif'>) {
      room.receivedGif = payload
      room.lastGif = payload
      room.receivedGifs = withClip(room.receivedGifs, payload)
    },
    endGame(room, { payload: { deadline, durationMs, reason, finishedBy } }: Event<'end-game'>) {
      Object.assign(room, {
        phase: 'vote',
        paused: null,
        deadline,
        durationMs,
        endReason: reason,
        finishedBy,
        voted: [],
      })
      room.receivedGif = null
    },
    winnerConfirmed(room, { payload }: Event<'winner-confirmed'>) {
      Object.assign(room, payload, { phase: 'result', paused: null, ready: [], sawEnd: true })
    },
    noUnanimousWinner(room, { payload: { why, deadline, durationMs } }: Event<'no-unanimous-winner'>) {
      Object.assign(room, { phase: 'result', paused: null, deadline, durationMs })
      Object.assign(room, { ready: [], winnerId: null, noWinner: why, sawEnd: true })
    },
    phasePaused(room, { payload: { data, at } }: TimedEvent<'phase-paused'>) {
      if (room.round === data.round)
        Object.assign(room, pausedClock(room, data, at + clockOffsetMs(room.clockSamplesMs)))
    },
    phaseResumed(room, { payload: { round, deadline, durationMs } }: Event<'phase-resumed'>) {
      if (room.round === round) Object.assign(room, { deadline, durationMs, paused: null })
    },
    gameTick(room, { payload: { data, at } }: TimedEvent<'game-tick'>) {
      room.clockSamplesMs = sampleClock(room.clockSamplesMs, data.serverTime, at)
    },

    readied(room, { payload: id }: PayloadAction<number>) {
      if (isBetweenBattles(room) && !room.ready.includes(id)) room.ready.push(id)
    },
    picked(room, { payload: { round, index } }: PayloadAction<{ round: number; index: number }>) {
      if (room.round === round) room.picked = index
    },
    wildCardPlayed(room, { payload: { round, gifUrl } }: PayloadAction<{ round: number; gifUrl: string }>) {
      if (room.round === round) room.wildCard = gifUrl
    },
    saveChanged(room, { payload: { gifUrl, to } }: PayloadAction<{ gifUrl: string; to: SaveState | null }>) {
      const { [gifUrl]: _, ...others } = room.saves
      room.saves = to === null ? others : { ...others, [gifUrl]: to }
    },
    voted(room, { payload: id }: PayloadAction<number>) {
      if (!room.voted.includes(id)) room.voted.push(id)
    },
  },
})

export const { entered, left, leaveAsked, leavingHeld, stayed, panicExited, exitConfirmed } = roomSlice.actions
