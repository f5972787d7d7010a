import { inPart, type Message } from '@kla/chassis'
import {
  BattleNews,
  KeptLines,
  PeersStarted,
  RelayedLine,
  RoomNews,
  Signal,
  SignalKind,
  type RoomSubjectKind,
} from '@kla/proto'
import { tellChat } from '../chat/chat.js'
import type { SignalEvent } from './peers.js'
import type { HubParts } from './live-room.js'
import type { HubRoom } from './room.js'

const SIGNAL_EVENTS: Readonly<Partial<Record<SignalKind, SignalEvent>>> = {
  [SignalKind.OFFER]: 'offer',
  [SignalKind.ANSWER]: 'answer',
  [SignalKind.ICE_CANDIDATE]: 'ice-candidate',
}

/** What each kind of a room's messages does. */
const takers: Readonly<Record<RoomSubjectKind, (room: HubRoom, data: Uint8Array, parts: Pick<HubParts, 'now'>) => void>> = {
  seats: (room, data) => {
    const news = RoomNews.decode(data)
    if (news.closedReason !== '') room.end(news.closedReason)
    else if (news.room) room.adopt(news.room)
  },
  battle: (room, data) => room.takeBattleNews(BattleNews.decode(data)),
  peers: (room, data) => {
    const { parts, watchParts } = PeersStarted.decode(data)
    parts.forEach((part) => room.tellPeers(part))
    watchParts.forEach((part) => room.tellWatchPeers(part))
  },
  // Only other gateways': what this one publishes does not come back to it.
  chat: (room, data, { now }) => tellChat(room, RelayedLine.decode(data), now()),
  lines: (room, data) => room.takeLines(KeptLines.decode(data).lines),
  signal: (room, data) => {
    const signal = Signal.decode(data)
    const event = SIGNAL_EVENTS[signal.kind]
    if (event === undefined) return
    room.tellSignal(signal.toSocketId, event, { from: signal.fromSocketId, payload: JSON.parse(signal.payload) as object })
  },
}

/** Hands a message of NATS to its room. */
export function takeRoomMessage(room: HubRoom, { subject, data }: Message, parts: Pick<HubParts, 'log' | 'now'>): void {
  const kind = subject.slice(subject.lastIndexOf('.') + 1)
  if (!Object.hasOwn(takers, kind)) return
  try {
    inPart('deliver', () => takers[kind as RoomSubjectKind](room, data, parts))
  } catch (error) {
    parts.log.error({ err: error, kind, roomId: room.roomId }, 'a message of a room could not be read')
  }
}
