import type { BattleNews, Room, StartPeers, StartWatchPeers } from '@kla/proto'
import { CLOSE } from '@kla/proto/web'
import type { Session } from '../sessions.js'
import { userList } from '../views/player.js'
import { startPeersData } from '../views/start-peers.js'
import { startWatchPeersData } from '../views/watch-peers.js'
import { watchersData } from '../views/watcher.js'
import { BattleFeed } from './battle-feed.js'
import type { HubParts } from './hub-parts.js'
import type { LiveRoom } from './live-room.js'
import { Member, type MemberConnection } from './member.js'
import { PeersBook } from './peers-book.js'
import { reconcile } from './reconcile.js'
import { RoomHealing } from './room-healing.js'
import { seatOf } from './seat-changes.js'
import { tellBattle } from './tell-battle.js'
import { tellSeats } from './tell-seats.js'
import { tellArrival, tellWaiting } from './tell-state.js'
import { endOfWatching, hasWatching, tellWatching, watches } from './watching.js'

/** A room with connections here: what is known of it, and who is to be told. */
export class HubRoom implements LiveRoom {
  readonly members = new Map<string, Member>()
  readonly battle = new BattleFeed()
  readonly healing: RoomHealing
  snapshot: Room | undefined
  readonly #peers = new PeersBook<StartPeers>((socketId) => this.#seats(socketId))
  readonly #watchPeers = new PeersBook<StartWatchPeers>(
    (socketId) => this.#seats(socketId) || watches(this.snapshot, socketId),
  )

  constructor(
    readonly roomId: string,
    private readonly parts: HubParts,
    private readonly left: () => void,
  ) {
    this.healing = new RoomHealing(this, parts)
  }

  has(member: Member): boolean {
    return this.members.get(member.socketId) === member
  }

  adopt(room: Room): void {
    const before = this.snapshot
    if (before && room.version <= before.version) return
    this.snapshot = room
    for (const member of [...this.members.values()]) reconcile(this, member, room, this.parts)
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
      this.healing.heal([member])
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

  /** The room was opened here just now: nothing has happened in it. */
  begin(): void {
    this.#tell(this.battle.begin())
  }

  close(): void {
    this.healing.close()
  }

  #tell(ordered: readonly BattleNews[]): void {
    for (const news of ordered) {
      for (const member of tellBattle(this, news)) {
        tellWaiting(this, member, this.parts).catch(() => this.healing.heal([member]))
      }
    }
    if (this.battle.hasGap) this.healing.unlessItComes(() => this.battle.hasGap)
  }

  #seats(socketId: string): boolean {
    return this.snapshot?.seats.some(({ connection }) => connection?.socketId === socketId) ?? false
  }
}
