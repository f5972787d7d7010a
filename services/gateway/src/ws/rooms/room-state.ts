import { type BattleView, Phase, type Room, type ShownGif, type StartPeers } from '@kla/proto'
import { type KeptLineEntry, ROOM_ORIGINS, type RoomStateData, type ServerEvents } from '@kla/proto/web'
import { shownIdsIn, shownIdsOf } from '../../shared/shown-ids.js'
import {
  type BattleFeed,
  type BattleMoment,
  endReasonName,
  noWinnerReason,
  pauseOf,
  phaseName,
} from './battle-events.js'
import type { KeptMessages } from './kept-messages.js'
import type { Member } from './member.js'
import { startPeersData } from './peers.js'
import {
  type BattleReading,
  type PeersWanted,
  readCurrentBattle,
  type ReadDeps,
  readPeers,
  type ReadRoom,
  readState,
  type StateReading,
} from './read-state.js'
import { revealState } from './reveal.js'
import { roomFields } from './room-fields.js'
import { seatOf, userListOf } from './seats.js'
import { startWatchPeersData, watchersData } from './watchers.js'

/** Room whose state is sent. */
export interface StateRoom extends ReadRoom {
  readonly battle: BattleFeed
  readonly messages: KeptMessages
  has(member: Member): boolean
  caughtUp(updateSeq: number): void
}

/** What sending a room's state needs. */
export interface StateDeps extends ReadDeps {
  readonly now: () => number
}

/** Sends a fresh state. `seen`: a battle read just now. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function deliverRoomState(
  room: StateRoom,
  member: Member,
  peers: PeersWanted,
  deps: StateDeps,
  seen?: BattleReading,
): Promise<StateReading> {
  const reading = await readState(room, member, peers, deps, seen)
  sendReading(room, member, peers, deps, reading)
  return reading
}

/** Sends a state as read with these peers. */
export function sendReading(
  room: StateRoom,
  member: Member,
  peers: PeersWanted,
  deps: StateDeps,
  reading: StateReading,
): void {
  // A client that asks may have reloaded.
  sendState(room, member, reading, deps, peers === 'known' ? [] : room.messages.of(member.accountId))
}

/** Sends the state after a ready-up. Rejects as {@link deliverRoomState}. */
export async function deliverReadyState(room: StateRoom, member: Member, deps: StateDeps): Promise<void> {
  // The last ready-up starts the battle, which its own update announces.
  deliverWaitingState(room, member, deps, await readPeers(room, member, 'known', deps))
}

/** Sends the state, unless a battle is on. Without `peers`: those that are known, as the pairing's update announces all. */
export function deliverWaitingState(
  room: StateRoom,
  member: Member,
  deps: Pick<StateDeps, 'now'>,
  peers: StateReading['peers'] = { start: room.peersOf(member.peerId), watch: undefined },
): void {
  const { moment } = room.battle
  if (moment?.phase !== Phase.WAITING) return
  send(room, member, { battle: waitingFields(moment, room.snapshot, member), update: moment.seq, peers }, deps)
}

/** Sends the state to a new member. Rejects as {@link deliverRoomState}. */
export async function deliverArrivalState(room: StateRoom, member: Member, deps: StateDeps): Promise<void> {
  const { moment } = room.battle
  if (moment && isIdle(moment) && !member.watching) return deliverWaitingState(room, member, deps)
  const seen = member.watching ? undefined : await readCurrentBattle(room, member, deps)
  // Usually nothing has begun.
  if (seen && isIdle(seen.battle)) {
    catchUp(seen)
    return deliverWaitingState(room, member, deps)
  }
  const reading = await readState(room, member, 'known', deps, seen)
  sendState(room, member, reading, deps)
  catchUp(reading)

  function catchUp({ battle }: BattleReading): void {
    room.battle.see(battle)
    if (room.battle.seq === undefined) room.caughtUp(battle.updateSeq)
  }
}

const isIdle = ({ phase, ready }: { phase: Phase; ready: readonly number[] }): boolean =>
  phase === Phase.WAITING && ready.length === 0

/** Last update that a member has seen. Before the first reading none is delivered, and so none lost. */
const shownUpTo = ({ battle }: StateRoom, { battleFloor }: Member): number =>
  battle.seq === undefined ? Infinity : Math.max(battleFloor, battle.seq)

/** Sends a whole state, with a number skipped if it replaces updates on their way to a stale member. */
function sendState(
  room: StateRoom,
  member: Member,
  { battle, shown, peers }: StateReading,
  deps: StateDeps,
  lines: readonly KeptLineEntry[] = [],
): void {
  if (room.snapshot && room.has(member)) {
    room.battle.see(battle)
    if (member.stale && battle.updateSeq > shownUpTo(room, member)) member.skip()
    member.stale = false
  }
  send(
    room,
    member,
    {
      battle: battleFields(battle, room.snapshot),
      update: battle.updateSeq,
      shown: shownTo(battle, shown, room.snapshot),
      peers,
      lines,
    },
    deps,
  )
}

type ShownTo = Pick<ShownGif, 'gifUrl' | 'wildCard'> & { readonly playerId: number }

const shownTo = ({ aliases }: BattleView, shown: StateReading['shown'], room: Room | undefined): ShownTo[] =>
  shown.map(({ accountId, gifUrl, wildCard }) => ({ gifUrl, wildCard, playerId: shownIdsOf(aliases, room)(accountId) }))

interface State extends Pick<StateReading, 'peers'> {
  readonly battle: BattleFields
  readonly update: number
  readonly shown?: readonly ShownTo[]
  readonly lines?: readonly KeptLineEntry[]
}

function send(
  room: StateRoom,
  member: Member,
  { battle, update, shown = [], peers, lines = [] }: State,
  { now }: Pick<StateDeps, 'now'>,
): void {
  if (!room.snapshot || !room.has(member)) return
  member.battleFloor = Math.max(member.battleFloor, update)
  const { seq, watching, accountId } = member
  // The recipient's own: the opponent's is private.
  const incident = watching ? undefined : seatOf(room.snapshot, accountId)?.incident || null
  const users = userListOf(room.snapshot, member)
  const state = roomState({
    room: room.snapshot,
    users,
    battle,
    peers: peers.start,
    watching,
    incident,
    lines,
    seq,
    nowMs: now(),
  })
  member.deliver('room-state', state, { update })
  member.reveal = JSON.stringify(state.reveal)
  for (const clip of shown) {
    member.deliver('receive-gif', { round: battle.round, ...clip }, { update })
  }
  if (peers.watch) member.deliver('start-watch-peers', startWatchPeersData(peers.watch))
}

function roomState(inputs: {
  room: Room
  users: ServerEvents['room-user-list']
  battle: BattleFields
  peers: StartPeers | undefined
  watching: boolean
  incident: string | null | undefined
  lines: readonly KeptLineEntry[]
  seq: number
  nowMs: number
}): RoomStateData {
  const { room, users, battle, peers, watching, incident, lines, seq, nowMs } = inputs
  return {
    roomId: room.id,
    ...roomFields(room),
    ...users,
    ...battle,
    tie: room.tie ?? null,
    origin: ROOM_ORIGINS.find((known) => known === room.origin) ?? 'lobby',
    ...watchersData(room),
    watching,
    reveal: revealState(room),
    startPeers: peers ? startPeersData(peers) : null,
    ...(incident === undefined ? {} : { incident }),
    ...(lines.length > 0 ? { lines: [...lines] } : {}),
    serverTime: nowMs,
    seq,
  }
}

type BattleFields = Pick<
  RoomStateData,
  | 'phase'
  | 'round'
  | 'deadline'
  | 'durationMs'
  | 'ready'
  | 'options'
  | 'picked'
  | 'wildCard'
  | 'receivedGif'
  | 'receivedGifs'
  | 'voted'
  | 'endReason'
  | 'finishedBy'
  | 'winnerId'
  | 'noWinner'
  | 'battlePlayers'
  | 'paused'
>

function battleFields(battle: BattleView, room: Room | undefined): BattleFields {
  const shownId = shownIdsOf(battle.aliases, room)
  const timed = battle.deadlineMs > 0
  const paused = pauseOf(battle)
  return {
    phase: phaseName(battle.phase),
    round: battle.round,
    deadline: timed ? battle.deadlineMs : null,
    durationMs: timed ? battle.durationMs : null,
    ready: battle.ready.map(shownIdsIn(room)).filter(isSomeone),
    options: battle.phase === Phase.PROMPT ? battle.options : [],
    picked: orNull(battle.picked),
    wildCard: battle.wildCard === '' ? null : battle.wildCard,
    receivedGif:
      battle.receivedGif === ''
        ? null
        : { round: battle.round, gifUrl: battle.receivedGif, wildCard: battle.receivedWildCard },
    receivedGifs: battle.receivedGifs,
    voted: battle.voted.map(shownId),
    endReason: endReasonName(battle.endReason),
    finishedBy: orNull(shownId(battle.finishedBy)),
    winnerId: orNull(shownId(battle.winnerId)),
    noWinner: noWinnerReason(battle.noWinner),
    battlePlayers: battle.players.map(shownId),
    paused: paused ? { remainingMs: paused.remainingMs, until: paused.untilMs } : null,
  }
}

/** Fields that follow from the update. */
const waitingFields = (
  { ready, players, aliases }: BattleMoment,
  room: Room | undefined,
  { watching, accountId }: Pick<Member, 'watching' | 'accountId'>,
): BattleFields => ({
  phase: 'waiting',
  round: 0,
  deadline: null,
  durationMs: null,
  ready: ready.map(shownIdsIn(room)).filter(isSomeone),
  options: [],
  picked: null,
  wildCard: null,
  receivedGif: null,
  voted: [],
  endReason: null,
  finishedBy: null,
  winnerId: null,
  noWinner: null,
  // A newcomer does not learn who played before.
  battlePlayers: watching || players.includes(accountId) ? players.map(shownIdsOf(aliases, room)) : [],
  paused: null,
})

/** True unless the player has just left: id 0. */
const isSomeone = (id: number): boolean => id !== 0

const orNull = (value: number): number | null => (value === 0 ? null : value)
