import { type Bus, inSpan, type Logger, type Message } from '@kla/chassis'
import {
  BattleUpdate,
  type KeptLine,
  KeptLines as KeptLinesMessage,
  peerIdOf,
  PeersStarted,
  RelayedLine,
  RelayedTyping,
  type Room,
  type RoomSubjectKind,
  RoomUpdate,
  type Seat,
  Signal,
  SignalKind,
  type StartPeers,
  type StartWatchPeers,
  subjects,
  type Watcher,
} from '@kla/proto'
import { CLOSE, type ServerEvents } from '@kla/proto/web'
import { shownIdOf } from '../../shared/shown-ids.js'
import type { Session } from '../accounts/sessions.js'
import { dataText, frameHead } from '../frames.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { ChatQueue } from '../overload/chat-queue.js'
import { BattleFeed, deliverBattleUpdate, isNewTo, readyIn } from './battle-events.js'
import { KeptMessages, shownMessage } from './kept-messages.js'
import { type JudgeSession, Member, type MemberConnection } from './member.js'
import { EarlySignals, PeerAssignments, type SignalEvent, startPeersData } from './peers.js'
import type { BattleReading, PeersWanted, StateReading } from './read-state.js'
import { type ResyncDeps, RoomResync } from './resync.js'
import { deliverReveal } from './reveal.js'
import { deliverArrivalState, deliverReadyState, deliverRoomState, deliverWaitingState } from './room-state.js'
import {
  deliverSeatChanges,
  hasMovedAway,
  hasSeat,
  type ReclaimDeps,
  reclaim,
  reconcile,
  seatOf,
  userListOf,
} from './seats.js'
import {
  deliverWatchers,
  endOfWatching,
  hasWatcher,
  hasWatching,
  isLeased,
  leftOf,
  type ReceivedWatchPart,
  startWatchPeersData,
  watcherBy,
  watchersData,
} from './watchers.js'

/** Longer than a page needs to take over. */
const HANDED_OVER_MS = 5_000

/** What rooms at this gateway share. */
export interface HubRoomDeps extends ResyncDeps, ReclaimDeps {
  readonly clients: ResyncDeps['clients']
  readonly bus: Pick<Bus, 'publish' | 'connected'>
  readonly chat: Pick<ChatQueue, 'isClear' | 'defer'>
  readonly metrics: Pick<RealtimeMetrics, 'resyncs' | 'handovers'>
  readonly log: Logger
}

/** Room with connections at this gateway. */
export class HubRoom {
  readonly members = new Map<string, Member>()
  readonly battle = new BattleFeed()
  readonly messages: KeptMessages
  readonly resync: RoomResync
  snapshot: Room | undefined
  /** Accounts of the snapshot, shared by messages. */
  seated: number[] = []
  /** Cached presence; undefined after a change. */
  #here: { readonly seats: boolean; readonly whole: boolean } | undefined
  readonly #peers = new PeerAssignments<StartPeers>((peerId) => hasSeat(this.snapshot, peerId))
  readonly #watchPeers = new PeerAssignments<ReceivedWatchPart>(
    (peerId) => hasSeat(this.snapshot, peerId) || hasWatcher(this.snapshot, peerId),
  )

  readonly #early = new EarlySignals()
  /** Accounts that wrote contact details here. */
  readonly #asked = new Set<number>()

  constructor(
    readonly roomId: string,
    private readonly deps: HubRoomDeps,
    private readonly left: () => void,
    messages = new KeptMessages(),
  ) {
    this.messages = messages
    this.resync = new RoomResync(this, deps)
  }

  receive({ subject, data }: Message): void {
    const kind = subject.slice(subject.lastIndexOf('.') + 1)
    if (!Object.hasOwn(takers, kind)) return
    this.#guarded(kind, () => inSpan('deliver', () => takers[kind as RoomSubjectKind](this, data, this.deps.now())))
  }

  #guarded(kind: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.deps.log.error({ err: error, kind, roomId: this.roomId }, 'a message of a room could not be read')
    }
  }

  has(member: Member): boolean {
    return this.members.get(member.socketId) === member
  }

  /** True if all players and watchers are here. One on the way still gets messages from its former gateway. */
  get isWholeHere(): boolean {
    return (this.#here ??= this.#whoIsHere()).whole
  }

  get areSeatsHere(): boolean {
    return (this.#here ??= this.#whoIsHere()).seats
  }

  #whoIsHere(): { seats: boolean; whole: boolean } {
    const isHere = ({ connection }: Seat | Watcher): boolean => this.members.has(connection?.socketId ?? '')
    const { seats: taken = [], watchers = [] } = this.snapshot ?? {}
    const seats = taken.every(isHere)
    return { seats, whole: seats && watchers.every(isHere) }
  }

  adopt(room: Room): void {
    const before = this.snapshot
    if (before && room.version <= before.version) return
    this.snapshot = room
    this.seated = room.seats.map(({ accountId }) => accountId)
    this.#here = undefined
    // Sent first: nothing else about the change may be seen unveiled.
    deliverReveal([...this.members.values()], room)
    for (const member of [...this.members.values()]) reconcile(this, member, room, this.deps)
    if (!before) return
    if (hasMovedAway(before, room, this.deps.gatewayId) && !this.messages.isEmpty) this.#sendMessages()
    deliverSeatChanges(this.members.values(), before, room, (member) => deliverWaitingState(this, member, this.deps))
    deliverWatchers(this.members.values(), before, room)
  }

  end(reason: string): void {
    this.messages.clear()
    for (const member of [...this.members.values()]) {
      this.dismiss(member, member.watching ? endOfWatching(reason) : reason)
    }
  }

  dismiss(member: Member, reason: string): void {
    if (!member.leaving) member.deliver('room-closed', { reason })
    this.detach(member)
  }

  /** Attaches a player; if the seat has moved or is gone, closes the connection. */
  attach(connection: MemberConnection, session: Session): Member | undefined {
    const room = this.snapshot
    if (!room || connection.closed) return undefined
    const seat = seatOf(room, session.account.id)
    if (seat?.connection?.socketId !== connection.socketId) {
      connection.close(CLOSE.SEAT_TAKEN_OVER, 'seat taken over')
      return undefined
    }
    const known = connection.member
    const same = known && !known.watching && this.has(known)
    const member = same ? known : new Member(connection, session, this.roomId, peerIdOf(seat), this.deps.now())
    if (same) this.#welcome(member, room)
    else this.#enter(member, room)
    // The snapshot may be older than the member.
    void reclaim(this, member, this.deps)
    return member
  }

  attachWatcher(connection: MemberConnection, judge?: JudgeSession): Member | undefined {
    const room = this.snapshot
    if (!room || connection.closed) return undefined
    const known = connection.member
    const same = known?.watching && this.has(known)
    const watcher = watcherBy(room, connection.socketId)
    const peerId = watcher ? peerIdOf(watcher) : connection.socketId
    const member = same ? known : new Member(connection, undefined, this.roomId, peerId, this.deps.now(), judge)
    if (watcher) return same ? this.#welcome(member, room) : this.#enter(member, room)
    member.deliver('room-closed', { reason: endOfWatching() })
    return undefined
  }

  #enter(member: Member, room: Room): Member {
    this.members.set(member.socketId, member)
    this.#here = undefined
    member.connection.member = member
    this.#welcome(member, room)
    const part = this.peersOf(member.peerId)
    if (part) member.deliver('start-peers', startPeersData(part))
    const watchPart = this.#watchPeers.get(member.peerId)
    if (watchPart) member.deliver('start-watch-peers', startWatchPeersData(leftOf(watchPart, this.deps.now())))
    for (const { event, data } of this.#early.takeFor(member.peerId, this.deps.now())) member.deliver(event, data)
    return member
  }

  #welcome(member: Member, room: Room): Member {
    deliverReveal([member], room)
    member.deliver('room-user-list', userListOf(room, member))
    if (hasWatching(room)) member.deliver('watchers', watchersData(room))
    return member
  }

  detach(member: Member): void {
    if (!this.has(member)) return
    clearTimeout(member.handingOver)
    this.members.delete(member.socketId)
    this.#here = undefined
    if (member.connection.member === member) member.connection.member = undefined
    this.left()
  }

  async arrived(member: Member): Promise<void> {
    try {
      await deliverArrivalState(this, member, this.deps)
    } catch {
      this.resync.start([member])
    }
  }

  /** Rejects with UNAVAILABLE, NOT_SEATED. */
  sendState(member: Member, peers: PeersWanted, seen?: BattleReading): Promise<StateReading> {
    return deliverRoomState(this, member, peers, this.deps, seen)
  }

  /** Delivers what is in flight and closes, after the page's other connection took over. */
  handOver(member: Member): void {
    if (member.handingOver) return
    this.deps.metrics.handovers.inc()
    member.handingOver = setTimeout(() => {
      this.detach(member)
      member.connection.close(CLOSE.GOING_AWAY, 'handed over')
    }, HANDED_OVER_MS).unref()
  }

  /** Returns the peer's members: two during a handover. */
  membersOf(peerId: string): Member[] {
    return [...this.members.values()].filter((member) => member.peerId === peerId)
  }

  peersOf(peerId: string): StartPeers | undefined {
    const part = this.#peers.get(peerId)
    return part?.peers.every((peer) => hasSeat(this.snapshot, peer.socketId)) ? part : undefined
  }

  deliverPeers(part: StartPeers): void {
    if (!this.#peers.take(part)) return
    for (const member of this.membersOf(part.socketId)) member.deliver('start-peers', startPeersData(part))
  }

  deliverWatchPeers(part: StartWatchPeers): void {
    if (!this.#watchPeers.take({ ...part, atMs: this.deps.now() }, isLeased(part))) return
    for (const member of this.membersOf(part.socketId)) member.deliver('start-watch-peers', startWatchPeersData(part))
  }

  /** Delivers a signal; early ones wait until the peer is attached. */
  deliverSignal(peerId: string, event: SignalEvent, data: ServerEvents[SignalEvent]): void {
    const members = this.membersOf(peerId)
    for (const member of members) member.deliver(event, data)
    if (members.length === 0 && !this.#isElsewhere(peerId)) {
      this.#early.keep({ peerId, event, data, atMs: this.deps.now() })
    }
  }

  /** Takes another gateway's message, which is never shed: its writer got a success. */
  takeMessage({ lineId, username, message, covered, accountId, alias }: RelayedLine, saidAtMs: number): void {
    const { chat } = this.deps
    const line = { lineId, username, message, covered, accountId, alias, saidAtMs, seated: this.seated }
    if (chat.isClear()) this.deliverMessage(line)
    else chat.defer({ deliver: () => this.deliverMessage(line) })
  }

  /** Delivers once, even if the page repeats. `written`: the original, for a writer who is here. */
  deliverMessage(line: KeptLine, written = line.message): void {
    if (this.messages.has(line.lineId)) return
    this.messages.add(line)
    const { username, message, covered, lineId, accountId = 0, alias } = line
    const marks = { id: lineId, sender: shownIdOf({ accountId, alias }) || undefined }
    const headOf = (data: ServerEvents['receive-message']): string =>
      frameHead('receive-message', dataText('receive-message', data), marks)
    if (covered === undefined) {
      const head = headOf({ username, message })
      for (const member of this.members.values()) member.deliverHead('receive-message', head)
      return
    }
    const own = headOf({ username, message: written, coveredForOthers: true })
    const shown = headOf({ username, ...shownMessage(message, covered) })
    const watched = headOf({ username, message: covered })
    for (const member of this.members.values()) {
      const seen = member.accountId === accountId ? own : shown
      member.deliverHead('receive-message', member.watching ? watched : seen)
    }
  }

  /** Returns true if the account was asked before. */
  askAboutContact(accountId: number): boolean {
    const asked = this.#asked.has(accountId)
    this.#asked.add(accountId)
    return asked
  }

  deliverTyping(accountId: number): void {
    const typist = seatOf(this.snapshot, accountId)
    if (!typist) return
    const text = dataText('typing', { id: shownIdOf(typist) })
    for (const member of this.members.values()) {
      if (!member.watching && member.accountId !== accountId) member.deliverText('typing', text)
    }
  }

  /** Merges another gateway's messages, resends the state if any are new, and answers with those that it lacks. */
  takeMessages(lines: readonly KeptLine[]): void {
    const hasNew = this.messages.merge(lines)
    if (!this.messages.areIn(lines)) this.#sendMessages()
    if (!hasNew) return
    for (const member of this.members.values()) {
      if (member.watching || this.resync.sendsMessagesTo(member)) continue
      deliverRoomState(this, member, 'fresh', this.deps).catch(() => undefined)
    }
  }

  /** Resyncs after an outage, in which messages to and from other gateways may be lost. */
  async resyncAfterOutage(): Promise<void> {
    if (!this.isWholeHere) this.#sendMessages()
    await this.resync.everything()
  }

  #sendMessages(): void {
    const data = KeptLinesMessage.encode({ lines: [...this.messages.all()] }).finish()
    this.deps.bus.publish(subjects.roomLines(this.roomId), data)
  }

  takeBattleUpdate(update: BattleUpdate): void {
    if (this.battle.isReplacedBy(update)) this.goBack(update.seq - 1)
    this.#deliver(this.battle.take(update))
  }

  caughtUp(updateSeq: number): void {
    this.#deliver(this.battle.caughtUp(updateSeq))
  }

  goBack(updateSeq: number): void {
    this.battle.goBack(updateSeq)
    for (const member of this.members.values()) member.battleFloor = Math.min(member.battleFloor, updateSeq)
    this.resync.start()
  }

  begin(): void {
    this.#deliver(this.battle.begin())
  }

  close(): void {
    this.resync.close()
  }

  #isElsewhere(peerId: string): boolean {
    const { seats = [], watchers = [] } = this.snapshot ?? {}
    const place = [...seats, ...watchers].find((one) => peerIdOf(one) === peerId)
    return place?.connection !== undefined && place.connection.gatewayId !== this.deps.gatewayId
  }

  #deliver(ordered: readonly BattleUpdate[]): void {
    for (const update of ordered) {
      deliverBattleUpdate(this, update)
      if (readyIn(update)) this.#deliverReady(update)
    }
    if (this.battle.hasGap) this.resync.unlessRecovered(() => this.battle.hasGap)
  }

  #deliverReady(update: BattleUpdate): void {
    for (const member of this.members.values()) {
      if (isNewTo(member, update)) {
        deliverReadyState(this, member, this.deps).catch(() => this.resync.start([member]))
      }
    }
  }
}

const SIGNAL_EVENTS: Readonly<Partial<Record<SignalKind, SignalEvent>>> = {
  [SignalKind.OFFER]: 'offer',
  [SignalKind.ANSWER]: 'answer',
  [SignalKind.ICE_CANDIDATE]: 'ice-candidate',
}

const takers: Readonly<Record<RoomSubjectKind, (room: HubRoom, data: Uint8Array, nowMs: number) => void>> = {
  seats: (room, data) => {
    const update = RoomUpdate.decode(data)
    if (update.closedReason !== '') room.end(update.closedReason)
    else if (update.room) room.adopt(update.room)
  },
  battle: (room, data) => room.takeBattleUpdate(BattleUpdate.decode(data)),
  peers: (room, data) => {
    const { parts, watchParts } = PeersStarted.decode(data)
    parts.forEach((part) => room.deliverPeers(part))
    watchParts.forEach((part) => room.deliverWatchPeers(part))
  },
  // These come from other gateways only.
  chat: (room, data, nowMs) => room.takeMessage(RelayedLine.decode(data), nowMs),
  typing: (room, data) => room.deliverTyping(RelayedTyping.decode(data).accountId),
  lines: (room, data) => room.takeMessages(KeptLinesMessage.decode(data).lines),
  signal: (room, data) => {
    const signal = Signal.decode(data)
    const event = SIGNAL_EVENTS[signal.kind]
    if (event === undefined) return
    room.deliverSignal(signal.toSocketId, event, {
      from: signal.fromSocketId,
      payload: JSON.parse(signal.payload) as object,
    })
  },
}
