import type { Bus, Logger } from '@kla/chassis'
import type { Room, StartPeers, StartWatchPeers } from '@kla/proto'
import type { LimitFunction } from 'p-limit'
import type { Clients } from '../../shared/clients.js'
import type { BattleFeed } from './battle-events.js'
import type { KeptLines } from './kept-messages.js'
import type { Transcripts } from '../chat/transcripts.js'
import type { LineTurns } from '../overload/chat-queue.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Warn } from '../rare-warnings.js'
import type { Sessions } from '../accounts/sessions.js'
import type { Member } from './member.js'

/** The part of HubRoom that its helpers use. */
export interface LiveRoom {
  readonly roomId: string
  readonly members: ReadonlyMap<string, Member>
  readonly battle: BattleFeed
  readonly lines: KeptLines
  readonly snapshot: Room | undefined
  has(member: Member): boolean
  /** Applies a snapshot unless it is older. */
  adopt(room: Room): void
  /** Removes a connection from the room, with a reason unless it is leaving. */
  dismiss(member: Member, reason: string): void
  detach(member: Member): void
  /** Delivers what is in flight and closes, after another connection of the page took over. */
  handOver(member: Member): void
  end(reason: string): void
  peersOf(peerId: string): StartPeers | undefined
  deliverWatchPeers(part: StartWatchPeers): void
  caughtUp(updateSeq: number): void
}

export interface HubDeps {
  readonly gatewayId: string
  readonly clients: Pick<Clients, 'rooms' | 'engine' | 'signalling'>
  readonly sessions: Sessions
  readonly bus: Bus
  readonly transcripts: Pick<Transcripts, 'roomLeft'>
  readonly turns: Pick<LineTurns, 'isClear' | 'defer'>
  readonly metrics: RealtimeMetrics
  /** Limits concurrent readings of rooms. */
  readonly limitResyncs: LimitFunction
  /** Logs failures that hit many rooms at once. */
  readonly warn: Warn
  readonly log: Logger
  readonly now: () => number
}
