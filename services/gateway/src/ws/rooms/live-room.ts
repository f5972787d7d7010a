import type { Bus, Logger } from '@kla/chassis'
import type { Room, StartPeers, StartWatchPeers } from '@kla/proto'
import type { Clients } from '../../shared/clients.js'
import type { ConcurrencyLimiter } from '../../shared/concurrency.js'
import type { BattleFeed } from '../battle/feed.js'
import type { KeptLines } from '../chat/kept-lines.js'
import type { Transcripts } from '../chat/transcripts.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Sessions } from '../sessions.js'
import type { Member } from './member.js'

/** A room as those see it who tell its members what happens. */
export interface LiveRoom {
  readonly roomId: string
  /** By socketId. */
  readonly members: ReadonlyMap<string, Member>
  readonly battle: BattleFeed
  /** The last chat lines, for who comes back. */
  readonly lines: KeptLines
  /** The newest that is known. */
  readonly snapshot: Room | undefined
  has(member: Member): boolean
  /** Takes a snapshot, from wherever it came; an older one is ignored. */
  adopt(room: Room): void
  /** The room is closed to a connection, which is free for another one. It is told why, unless it leaves by itself. */
  dismiss(member: Member, reason: string): void
  /** The connection is not in the room any more, and is told nothing. */
  detach(member: Member): void
  /** A connection's place is another one's of the same page now: it brings what is on its way, and then ends. */
  handOver(member: Member): void
  /** The room is closed: its connections are free for another one. */
  end(reason: string): void
  /** How to reach the other player from a page, unless that is over. */
  peersOf(peerId: string): StartPeers | undefined
  /** A change of whom players and watchers are connected with; what is no newer than what was told is left out. */
  deliverWatchPeers(part: StartWatchPeers): void
  /** The battle was read: news up to `newsSeq` is made up for. */
  caughtUp(newsSeq: number): void
}

/** What rooms of the hub work with. */
export interface HubDeps {
  /** Names this process in seats and chat lines. */
  readonly gatewayId: string
  readonly clients: Pick<Clients, 'rooms' | 'engine' | 'signalling'>
  readonly sessions: Sessions
  readonly bus: Bus
  readonly transcripts: Pick<Transcripts, 'roomLeft'>
  readonly metrics: RealtimeMetrics
  /** Through which rooms are read again: an engine that is late must not be asked for everything at once. */
  readonly resyncLimiter: ConcurrencyLimiter
  readonly log: Logger
  readonly now: () => number
}
