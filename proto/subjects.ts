/** Every NATS subject. Room ids, being UUIDs, are valid tokens. */
export const subjects = {
  /** All updates of a room, for gateways with a seat. */
  roomAll: (roomId: string): string => `kla.room.${roomId}.*`,
  /** {@link RoomNews}: rooms to gateways. */
  roomSeats: (roomId: string): string => `kla.room.${roomId}.seats`,
  /** {@link BattleNews}: game-engine to gateways. */
  roomBattle: (roomId: string): string => `kla.room.${roomId}.battle`,
  /** {@link ChatLine}: gateway to gateways. */
  roomChat: (roomId: string): string => `kla.room.${roomId}.chat`,
  /** {@link KeptLines}: gateway to gateways, when a seat moves. */
  roomLines: (roomId: string): string => `kla.room.${roomId}.lines`,
  /** A checked {@link Signal}: to the gateway of its `to_socket_id`. */
  roomSignal: (roomId: string): string => `kla.room.${roomId}.signal`,
  /** {@link PeersStarted}: media-signalling to gateways. */
  roomPeers: (roomId: string): string => `kla.room.${roomId}.peers`,
  /** {@link Signal}: gateway to media-signalling. */
  signalIn: 'kla.signal.in',
  /** {@link MatchState}: rooms to the searching connection's gateway. */
  gatewayMatches: (gatewayId: string): string => `kla.gateway.${gatewayId}.matches`,
  /** {@link LinesWanted}: moderation to a gateway, which answers {@link LinesWaiting}. */
  gatewayLines: (gatewayId: string): string => `kla.gateway.${gatewayId}.lines`,
  /** Empty: the public room list has changed. */
  lobbyChanged: 'kla.lobby.changed',
  /** All events, in the stream `KLA_FACTS`. */
  factsAll: 'kla.facts.>',
  /** {@link SeatsChanged}. */
  factSeatsChanged: 'kla.facts.rooms.seats-changed',
  /** {@link BattleStarted}. */
  factBattleStarted: 'kla.facts.engine.battle-started',
  /** {@link BattleFinished}. */
  factBattleFinished: 'kla.facts.engine.battle-finished',
  /** {@link OrderPaid}. */
  factOrderPaid: 'kla.facts.commerce.order-paid',
  /** {@link OrderReversed}. */
  factOrderReversed: 'kla.facts.commerce.order-reversed',
  /** {@link GifBlocked}. */
  factGifBlocked: 'kla.facts.library.gif-blocked',
  /** {@link RestrictionsChanged}. */
  factRestrictionsChanged: 'kla.facts.auth.restrictions-changed',
  /** {@link AgeChanged}. */
  factAgeChanged: 'kla.facts.auth.age-changed',
  /** Signed {@link AuditRecorded}, a subject for each service. */
  factAuditRecorded: (source: AuditSource): string => `kla.facts.audit.${source}`,
  factAuditAll: 'kla.facts.audit.*',
  /** {@link SessionEnded}. */
  factSessionEnded: 'kla.facts.auth.session-ended',
} as const;

/** Publish audit events; moderation writes its own entries. */
export const AUDIT_SOURCES = ['auth', 'rooms', 'game-engine', 'library', 'commerce'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** The last token of a subject that {@link subjects.roomAll} matches. */
export type RoomSubjectKind = 'seats' | 'battle' | 'chat' | 'lines' | 'signal' | 'peers';

/** Keeps events until all consumers have handled them. */
export const FACTS_STREAM = 'KLA_FACTS';
export const SIGNALLING_QUEUE = 'media-signalling';

/**
 * By then another game-engine pod has published what a dead one left; before, gateways must not skip a missing number.
 * Milliseconds.
 */
export const REPUBLISHED_WITHIN_MS = 2_000;
