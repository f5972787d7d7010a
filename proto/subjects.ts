/**
 * Every NATS subject, one function or constant each. Room ids are UUIDs, so they hold no character that NATS minds.
 */
export const subjects = {
  /** All news of one room, for a gateway that holds a seat of it. */
  roomAll: (roomId: string): string => `kla.room.${roomId}.*`,
  /** {@link RoomNews}: rooms to gateways. */
  roomSeats: (roomId: string): string => `kla.room.${roomId}.seats`,
  /** {@link BattleNews}: game-engine to gateways. */
  roomBattle: (roomId: string): string => `kla.room.${roomId}.battle`,
  /** {@link ChatLine}: gateway to gateways. */
  roomChat: (roomId: string): string => `kla.room.${roomId}.chat`,
  /** {@link KeptLines}: gateway to gateways, when a seat moves from one to another. */
  roomLines: (roomId: string): string => `kla.room.${roomId}.lines`,
  /** {@link Signal} that media-signalling has checked: to the gateway that holds its `to_socket_id`. */
  roomSignal: (roomId: string): string => `kla.room.${roomId}.signal`,
  /** {@link PeersStarted}: media-signalling to gateways. */
  roomPeers: (roomId: string): string => `kla.room.${roomId}.peers`,
  /** {@link Signal}: gateway to the queue group of media-signalling. */
  signalIn: 'kla.signal.in',
  /** {@link MatchState}: rooms to the gateway that holds the connection of a search. */
  gatewayMatches: (gatewayId: string): string => `kla.gateway.${gatewayId}.matches`,
  /** {@link LinesWanted}: moderation to a gateway, which answers {@link LinesWaiting}. */
  gatewayLines: (gatewayId: string): string => `kla.gateway.${gatewayId}.lines`,
  /** An empty message: the public room list is no longer what it was. */
  lobbyChanged: 'kla.lobby.changed',
  /** All facts; the JetStream stream `KLA_FACTS` keeps them. */
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
  /** {@link AuditRecorded}, signed: from every service with methods for administrators, each on a subject of its own. */
  factAuditRecorded: (source: AuditSource): string => `kla.facts.audit.${source}`,
  /** All of these. */
  factAuditAll: 'kla.facts.audit.*',
  /** {@link SessionEnded}. */
  factSessionEnded: 'kla.facts.auth.session-ended',
} as const;

/** The services that tell the audit log what administrators did there; moderation writes its own entries down itself. */
export const AUDIT_SOURCES = ['auth', 'rooms', 'game-engine', 'library', 'commerce'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** The kind of a room's message: the last token of a subject that {@link subjects.roomAll} matches. */
export type RoomSubjectKind = 'seats' | 'battle' | 'chat' | 'lines' | 'signal' | 'peers';

/** The stream that keeps facts until every consumer has handled them. */
export const FACTS_STREAM = 'KLA_FACTS';
/** The queue group in which media-signalling pods share {@link subjects.signalIn}. */
export const SIGNALLING_QUEUE = 'media-signalling';

/**
 * By then the sweep of another game-engine pod has published what a dead one had stored and not published. Gateways wait as
 * long for a number that is missing: sooner they would leave one out that comes after all. Milliseconds.
 */
export const REPUBLISHED_WITHIN_MS = 2_000;
