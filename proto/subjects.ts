/** Every NATS subject. Room ids, being UUIDs, are valid tokens. */
export const subjects = {
  /** All updates of a room, for its gateways. */
  roomAll: (roomId: string): string => `kla.room.${roomId}.*`,
  /** {@link RoomUpdate}: rooms to gateways. */
  roomSeats: (roomId: string): string => `kla.room.${roomId}.seats`,
  /** {@link BattleUpdate}: game-engine to gateways. */
  roomBattle: (roomId: string): string => `kla.room.${roomId}.battle`,
  /** {@link RelayedLine}: gateway to gateways. */
  roomChat: (roomId: string): string => `kla.room.${roomId}.chat`,
  /** {@link RelayedTyping}: gateway to gateways. */
  roomTyping: (roomId: string): string => `kla.room.${roomId}.typing`,
  /** {@link KeptLines}: gateway to gateways, when a seat moves. */
  roomLines: (roomId: string): string => `kla.room.${roomId}.lines`,
  /** Checked {@link Signal}, to the gateway of `to_socket_id`. */
  roomSignal: (roomId: string): string => `kla.room.${roomId}.signal`,
  /** {@link PeersStarted}: media-signalling to gateways. */
  roomPeers: (roomId: string): string => `kla.room.${roomId}.peers`,
  /** {@link Signal}: gateway to media-signalling. */
  signalIn: 'kla.signal.in',
  /** {@link MatchState}: rooms to the searcher's gateway. */
  gatewayMatches: (gatewayId: string): string => `kla.gateway.${gatewayId}.matches`,
  /** {@link LinesWanted}; the gateway answers {@link LinesWaiting}. */
  gatewayLines: (gatewayId: string): string => `kla.gateway.${gatewayId}.lines`,
  /** Empty: the public room list changed. */
  lobbyChanged: 'kla.lobby.changed',
  /** {@link BlocksChanged}: rooms to gateways. */
  blocksChanged: 'kla.blocks.changed',
  /** Empty: moderation's desk may have changed. */
  deskChanged: 'kla.desk.changed',
  /** {@link ApprovalChanged}: auth, evidence and moderation to gateways. */
  approvalsChanged: 'kla.approvals.changed',
  /** All events, in the stream `KLA_EVENTS`. */
  eventsAll: 'kla.events.>',
  /** {@link SeatsChanged}: seat freed, room closed or tie's room opened. Renaming loses durables' events. */
  eventSeatsFreed: 'kla.events.rooms.seats-changed',
  /** {@link SeatsChanged}: other changes, so that joins wake fewer services. */
  eventSeatsKept: 'kla.events.rooms.seats-kept',
  /** {@link PlayerBlocked}: rooms to rooms and auth. */
  eventPlayerBlocked: 'kla.events.rooms.player-blocked',
  /** {@link ReportSubmitted}: moderation to auth. */
  eventReportSubmitted: 'kla.events.moderation.report-submitted',
  eventBattleStarted: 'kla.events.engine.battle-started',
  eventBattleFinished: 'kla.events.engine.battle-finished',
  eventOrderPaid: 'kla.events.commerce.order-paid',
  eventOrderReversed: 'kla.events.commerce.order-reversed',
  eventGifBlocked: 'kla.events.library.gif-blocked',
  eventRestrictionsChanged: 'kla.events.auth.restrictions-changed',
  eventNameChanged: 'kla.events.auth.name-changed',
  eventRevealChanged: 'kla.events.rooms.reveal-changed',
  eventAgeChanged: 'kla.events.auth.age-changed',
  /** Signed {@link AuditRecorded}, a subject for each service. */
  eventAuditRecorded: (source: AuditSource): string => `kla.events.audit.${source}`,
  eventAuditAll: 'kla.events.audit.*',
  /** {@link SessionLeft}: gateway to auth. */
  eventSessionLeft: 'kla.events.gateway.session-left',
  eventSessionEnded: 'kla.events.auth.session-ended',
} as const

/** Moderation writes its own entries. */
export const AUDIT_SOURCES = ['auth', 'rooms', 'game-engine', 'library', 'commerce', 'evidence'] as const
/** A service that publishes audit events. */
export type AuditSource = (typeof AUDIT_SOURCES)[number]

/** Last token of a room's subjects. */
export type RoomSubjectKind = 'seats' | 'battle' | 'chat' | 'typing' | 'lines' | 'signal' | 'peers'

/** Keeps events until all consumers have handled them. */
export const EVENTS_STREAM = 'KLA_EVENTS'
export const SIGNALLING_QUEUE = 'media-signalling'

/** Time to republish a dead game-engine pod's updates; gateways must not skip missing numbers sooner. */
export const REPUBLISHED_WITHIN_MS = 2_000

/** Time for all processes to reconnect to NATS after an outage, even over an address that does not respond. */
export const RECONNECTED_WITHIN_MS = 3_000
