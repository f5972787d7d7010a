import { KlaError } from '@kla/chassis'
import type { BattleNews, Room, StartPeers, StartWatchPeers } from '@kla/proto'
import { CLOSE } from '@kla/proto/web'
import type { Session } from '../sessions.js'
import { userList } from '../views/player.js'
import { startPeersData } from '../views/start-peers.js'
import { startWatchPeersData } from '../views/watch-peers.js'
import { watchersData } from '../views/watcher.js'
import { askFor } from './ask-for.js'
import { BattleFeed } from './battle-feed.js'
import { healRoom } from './heal-room.js'
import type { HubParts } from './hub-parts.js'
import type { LiveRoom } from './live-room.js'
import { Member, type MemberConnection } from './member.js'
import { PeersBook } from './peers-book.js'
import { readBattle } from './read-battle.js'
import { isLost, seatOf } from './seat-changes.js'
import { tellBattle } from './tell-battle.js'
import { tellSeats } from './tell-seats.js'
import { tellArrival, tellWaiting } from './tell-state.js'
import { endOfWatching, hasWatching, tellWatching, watches } from './watching.js'

// News of one room comes from several pods: what was overtaken arrives within this, or not at all.
const HOLD_MS = 200

/** A room with connections here: what is known of it, and who is to be told. */
export class HubRoom implements LiveRoom {
  readonly members = new Map<string, Member>()
  readonly battle = new BattleFeed()
  snapshot: Room | undefined
  readonly #peers = new PeersBook<StartPeers>((socketId) => this.#seats(socketId))
  readonly #watchPeers = new PeersBook<StartWatchPeers>(
    (socketId) => this.#seats(socketId) || watches(this.snapshot, socketId),
  )
  #healing: Promise<void> | undefined
  #hold: NodeJS.Timeout | undefined
  #lost: 'battle' | 'everything' = 'battle'
  #probing = false

  constructor(
    readonly roomId: string,
    private readonly parts: HubParts,
    private readonly left: () => void,
  ) {}

  has(member: Member): boolean {
    return this.members.get(member.socketId) === member
  }

  adopt(room: Room): void {
    const before = this.snapshot
    if (before && room.version <= before.version) return
    this.snapshot = room
    for (const member of [...this.members.values()]) this.#reconcile(member, room)
    if (!before) return
    tellSeats(this, before, room)
    tellWatching(this, before, room)
  }

  end(reason: string): void {
    for (const member of [...this.members.values()]) {
      this.dismiss(member, member.watching ? endOfWatching(reason) : reason)
    }
  }

  /** The room is closed to a connection, which is free for another one. It is told why, unless it leaves by itself. */
  dismiss(member: Member, reason: string): void {
    if (!member.leaving) member.deliver('room-closed', { reason })
    this.detach(member)
  }

  /**
   * Lets a connection take part. Undefined when its seat has gone to another connection meanwhile, or is gone: the
   * connection is closed then.
   */
  attach(connection: MemberConnection, session: Session): Member | undefined {
    const room = this.snapshot
    if (!room || connection.closed) return undefined
    if (seatOf(room, session.account.id)?.connection?.socketId !== connection.socketId) {
      connection.close(CLOSE.SEAT_TAKEN_OVER, 'seat taken over')
      return undefined
    }
    const known = connection.member
    const same = known && !known.watching && this.has(known)
    return same ? this.#welcome(known, room) : this.#enter(new Member(connection, session, this.roomId, this.parts.now()), room)
  }

  /** Lets a connection watch. Undefined when it does so no more: it is told, and free for another room. */
  attachWatcher(connection: MemberConnection): Member | undefined {
    const room = this.snapshot
    if (!room || connection.closed) return undefined
    const known = connection.member
    const same = known?.watching && this.has(known)
    const member = same ? known : new Member(connection, undefined, this.roomId, this.parts.now())
    if (watches(room, connection.socketId)) return same ? this.#welcome(member, room) : this.#enter(member, room)
    member.deliver('room-closed', { reason: endOfWatching() })
    return undefined
  }

  #enter(member: Member, room: Room): Member {
    this.members.set(member.socketId, member)
    member.connection.member = member
    this.#welcome(member, room)
    const part = this.peersOf(member.socketId)
    if (part) member.deliver('start-peers', startPeersData(part))
    const watchPart = this.#watchPeers.get(member.socketId)
    if (watchPart) member.deliver('start-watch-peers', startWatchPeersData(watchPart))
    return member
  }

  #welcome(member: Member, room: Room): Member {
    member.deliver('room-user-list', userList(room, member.watching))
    if (hasWatching(room)) member.deliver('watchers', watchersData(room))
    return member
  }

  detach(member: Member): void {
    if (!this.has(member)) return
    this.members.delete(member.socketId)
    if (member.connection.member === member) member.connection.member = undefined
    this.left()
  }

  /** A member has come: it is told what has happened already, now or as soon as the engine answers. */
  async arrived(member: Member): Promise<void> {
    try {
      await tellArrival(this, member, this.parts)
    } catch {
      this.heal([member])
    }
  }

  peersOf(socketId: string): StartPeers | undefined {
    const part = this.#peers.get(socketId)
    return part?.peers.every((peer) => this.#seats(peer.socketId)) ? part : undefined
  }

  /** A new pairing. It may be told before the connection is attached, or the snapshot with its seat has come. */
  tellPeers(part: StartPeers): void {
    if (this.#peers.take(part)) this.members.get(part.socketId)?.deliver('start-peers', startPeersData(part))
  }

  tellWatchPeers(part: StartWatchPeers): void {
    if (!this.#watchPeers.take(part)) return
    this.members.get(part.socketId)?.deliver('start-watch-peers', startWatchPeersData(part))
  }

  takeBattleNews(news: BattleNews): void {
    this.#tell(this.battle.take(news))
  }

  caughtUp(newsSeq: number): void {
    this.#tell(this.battle.caughtUp(newsSeq))
  }

  /**
   * These members, all unless given, have missed news of the battle, or of `everything`: they get a room-state as soon as
   * one can be made.
   */
  heal(members: Iterable<Member> = this.members.values(), lost: 'battle' | 'everything' = 'battle'): void {
    for (const member of members) member.stale = true
    this.#lost = lost === 'everything' ? lost : this.#lost
    if (this.#healing || this.members.size === 0) return
    this.parts.metrics.heals.inc()
    const healing = healRoom(this, this.#lost, this.parts)
    this.#lost = 'battle'
    this.#healing = healing.finally(() => {
      this.#healing = undefined
      if ([...this.members.values()].some(({ stale }) => stale)) this.heal([])
    })
  }

  /** All news of the room may have been lost; resolves when all members have been told how it stands. */
  async healed(): Promise<void> {
    this.heal(this.members.values(), 'everything')
    await this.#healing
  }

  /** The room was opened here just now: nothing has happened in it. */
  begin(): void {
    this.#tell(this.battle.begin())
  }

  /** Reads the battle to see whether the last news of it was lost; once at a time. */
  probe(): void {
    const [member] = this.members.values()
    if (!member || this.#probing) return
    const { healing, log } = this.parts
    const { roomId } = this
    this.#probing = true
    healing
      .run(() => readBattle(roomId, member, this.parts))
      .then(({ battle }) => {
        const missing = (): boolean => battle.newsSeq > (this.battle.seq ?? 0)
        if (missing()) this.#holdForMissing(missing)
      })
      .catch((error: unknown) => log.warn({ reason: KlaError.from(error).reason, roomId }, 'a battle is overdue'))
      .finally(() => (this.#probing = false))
  }

  close(): void {
    clearTimeout(this.#hold)
    this.#hold = undefined
  }

  #tell(ordered: readonly BattleNews[]): void {
    for (const news of ordered) {
      for (const member of tellBattle(this, news)) {
        tellWaiting(this, member, this.parts).catch(() => this.heal([member]))
      }
    }
    if (this.battle.hasGap) this.#holdForMissing(() => this.battle.hasGap)
  }

  #holdForMissing(stillMissing: () => boolean): void {
    this.#hold ??= setTimeout(() => {
      this.#hold = undefined
      if (stillMissing()) this.heal()
    }, HOLD_MS)
  }

  /** What a newer snapshot means for one connection. */
  #reconcile(member: Member, room: Room): void {
    if (member.watching) {
      if (!watches(room, member.socketId)) this.dismiss(member, endOfWatching())
      return
    }
    const seat = seatOf(room, member.accountId)
    if (!seat) {
      this.dismiss(member, 'seat-lost')
    } else if (seat.connection?.socketId !== member.socketId) {
      this.detach(member)
      member.connection.close(CLOSE.SEAT_TAKEN_OVER, 'seat taken over')
    } else if (isLost(seat)) {
      this.#reclaim(member)
    }
  }

  /** Rooms took this gateway, or the connection, for lost; it is not. */
  #reclaim(member: Member): void {
    const { clients, sessions, gatewayId, log } = this.parts
    const connection = { socketId: member.socketId, gatewayId }
    askFor(member, sessions, (context) => clients.rooms.resumeSeat({ roomId: this.roomId, connection }, context))
      .then(({ room }) => room && this.has(member) && this.adopt(room))
      .catch((error: unknown) =>
        log.warn({ reason: KlaError.from(error).reason, roomId: this.roomId }, 'a seat could not be kept'),
      )
  }

  #seats(socketId: string): boolean {
    return this.snapshot?.seats.some(({ connection }) => connection?.socketId === socketId) ?? false
  }
}
