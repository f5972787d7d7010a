import { createGrpcClient, type Definition, type GrpcClient, type Identity, type Metrics } from '@kla/chassis'
import {
  AuthServiceService,
  BattlePassServiceService,
  BlocksServiceService,
  CommerceServiceService,
  CupsServiceService,
  DecisionsServiceService,
  DeskServiceService,
  EvidenceServiceService,
  GameEngineServiceService,
  LibraryServiceService,
  MatchmakingServiceService,
  MediaSignallingServiceService,
  MeetingsServiceService,
  ModerationServiceService,
  OpinionsServiceService,
  PeopleServiceService,
  RoomsServiceService,
  StandingsServiceService,
  WatchingServiceService,
} from '@kla/proto'

/** Calls of auth that the gateway makes. */
export type AuthClient = Omit<GrpcClient<typeof AuthServiceService>, 'close' | 'putRestrictions'>
/** Calls of rooms that the gateway makes. */
export type RoomsClient = Omit<GrpcClient<typeof RoomsServiceService>, 'close'>
/** Calls of the game engine that the gateway makes. */
export type EngineClient = Omit<GrpcClient<typeof GameEngineServiceService>, 'close' | 'findPlayedBattle'>
export type SignallingClient = Omit<GrpcClient<typeof MediaSignallingServiceService>, 'close'>
export type LibraryClient = Pick<
  GrpcClient<typeof LibraryServiceService>,
  | 'getMedia'
  | 'getAvatar'
  | 'listSavedGifs'
  | 'hideSavedGif'
  | 'getLimits'
  | 'setLimits'
  | 'setGifActs'
  | 'getGif'
  | 'listGifs'
  | 'exportGifs'
  | 'changeGifs'
  | 'undoGifChange'
  | 'addGifs'
  | 'setGifState'
  | 'deleteGif'
  | 'setGifHold'
  | 'findBrokenGifs'
  | 'scanAndDeleteGifs'
  | 'searchProvider'
  | 'listProviderCategory'
>
export type CommerceClient = Pick<
  GrpcClient<typeof CommerceServiceService>,
  | 'listCatalogue'
  | 'createCheckout'
  | 'verifyCheckout'
  | 'getCheckoutForm'
  | 'receiveNotification'
  | 'getInventory'
  | 'listOrders'
  | 'listOrdersOf'
  | 'giftItems'
>
export type ModerationClient = Omit<GrpcClient<typeof ModerationServiceService>, 'close'>
export type PeopleClient = Omit<GrpcClient<typeof PeopleServiceService>, 'close'>
export type DeskClient = Omit<GrpcClient<typeof DeskServiceService>, 'close'>
export type DecisionsClient = Omit<GrpcClient<typeof DecisionsServiceService>, 'close'>
export type OpinionsClient = Omit<GrpcClient<typeof OpinionsServiceService>, 'close'>
export type MatchmakingClient = Omit<GrpcClient<typeof MatchmakingServiceService>, 'close'>
export type EvidenceClient = Omit<
  GrpcClient<typeof EvidenceServiceService>,
  'close' | 'reserveEvidence' | 'putReportState'
>
export type BlocksClient = Omit<GrpcClient<typeof BlocksServiceService>, 'close'>
export type MeetingsClient = Pick<GrpcClient<typeof MeetingsServiceService>, 'listMet' | 'listMetOf'>
export type CupsClient = Omit<GrpcClient<typeof CupsServiceService>, 'close'>
export type WatchingClient = Omit<GrpcClient<typeof WatchingServiceService>, 'close'>
export type StandingsClient = Omit<GrpcClient<typeof StandingsServiceService>, 'close'>
export type BattlePassClient = Omit<GrpcClient<typeof BattlePassServiceService>, 'close'>

/** Clients of all services behind the gateway. */
export interface Clients {
  readonly auth: AuthClient
  readonly rooms: RoomsClient
  readonly engine: EngineClient
  readonly signalling: SignallingClient
  readonly library: LibraryClient
  readonly commerce: CommerceClient
  readonly moderation: ModerationClient
  readonly people: PeopleClient
  readonly desk: DeskClient
  readonly decisions: DecisionsClient
  readonly opinions: OpinionsClient
  readonly evidence: EvidenceClient
  readonly matchmaking: MatchmakingClient
  readonly blocks: BlocksClient
  readonly meetings: MeetingsClient
  readonly cups: CupsClient
  readonly watching: WatchingClient
  readonly standings: StandingsClient
  readonly battlePass: BattlePassClient
}

/** Addresses of all services behind the gateway. */
export interface Addresses {
  readonly authAddress: string
  readonly roomsAddress: string
  readonly engineAddress: string
  readonly signallingAddress: string
  readonly libraryAddress: string
  readonly commerceAddress: string
  readonly moderationAddress: string
  readonly evidenceAddress: string
}

export function createClients(addresses: Addresses, identity: Identity, metrics: Metrics): Clients & { close(): void } {
  const by = { identity, metrics }
  // Single-use inputs, such as login codes, fail if repeated.
  const auth = createGrpcClient({
    definition: AuthServiceService,
    address: addresses.authAddress,
    ...by,
    once: [
      'completeLogin',
      'signInAdministrator',
      'signInWithPasskey',
      'stepUp',
      'addPasskey',
      'renewRecoveryCodes',
      'confirmTotp',
      'changeOwnPassword',
      'createAdministrator',
    ],
  })
  const rooms = createGrpcClient({
    definition: RoomsServiceService,
    address: addresses.roomsAddress,
    ...by,
  })
  const engine = createGrpcClient({
    definition: GameEngineServiceService,
    address: addresses.engineAddress,
    ...by,
  })
  const signalling = createGrpcClient({
    definition: MediaSignallingServiceService,
    address: addresses.signallingAddress,
    ...by,
  })
  const library = createGrpcClient({ definition: LibraryServiceService, address: addresses.libraryAddress, ...by })
  const commerce = createGrpcClient({
    definition: CommerceServiceService,
    address: addresses.commerceAddress,
    ...by,
    // A repeat would open a second order.
    once: ['createCheckout'],
  })
  // A repeat would create a duplicate.
  const moderation = createGrpcClient({
    definition: ModerationServiceService,
    address: addresses.moderationAddress,
    ...by,
    once: ['submitReport', 'openTicket', 'updateTicket'],
    // A saturated gateway sends 4 MB of chat a second.
    connections: 4,
  })
  const of = <D extends Definition>(definition: D, address: string) => createGrpcClient({ definition, address, ...by })
  const clients = {
    auth,
    rooms,
    engine,
    signalling,
    library,
    commerce,
    moderation,
    people: of(PeopleServiceService, addresses.moderationAddress),
    desk: of(DeskServiceService, addresses.moderationAddress),
    decisions: of(DecisionsServiceService, addresses.moderationAddress),
    opinions: of(OpinionsServiceService, addresses.moderationAddress),
    evidence: of(EvidenceServiceService, addresses.evidenceAddress),
    matchmaking: of(MatchmakingServiceService, addresses.roomsAddress),
    blocks: of(BlocksServiceService, addresses.roomsAddress),
    meetings: of(MeetingsServiceService, addresses.roomsAddress),
    cups: of(CupsServiceService, addresses.roomsAddress),
    watching: of(WatchingServiceService, addresses.roomsAddress),
    standings: of(StandingsServiceService, addresses.engineAddress),
    battlePass: of(BattlePassServiceService, addresses.commerceAddress),
  }
  return { ...clients, close: () => Object.values(clients).forEach((client) => client.close()) }
}
