import { createGrpcClient, type GrpcClient, type Metrics } from '@kla/chassis'
import {
  AuthServiceService,
  CommerceServiceService,
  GameEngineServiceService,
  LibraryServiceService,
  MediaSignallingServiceService,
  ModerationServiceService,
  RoomsServiceService,
} from '@kla/proto'

export type AuthClient = Omit<GrpcClient<typeof AuthServiceService>, 'close' | 'putRestrictions' | 'lookUpAccounts'>
export type RoomsClient = Omit<GrpcClient<typeof RoomsServiceService>, 'close' | 'getOwnRoom'>
export type EngineClient = Omit<GrpcClient<typeof GameEngineServiceService>, 'close'>
export type SignallingClient = Omit<GrpcClient<typeof MediaSignallingServiceService>, 'close'>
export type LibraryClient = Pick<
  GrpcClient<typeof LibraryServiceService>,
  | 'getMedia'
  | 'listSavedGifs'
  | 'hideSavedGif'
  | 'listGifs'
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
>
export type ModerationClient = Omit<GrpcClient<typeof ModerationServiceService>, 'close'>

/** The services behind the gateway. */
export interface Clients {
  readonly auth: AuthClient
  readonly rooms: RoomsClient
  readonly engine: EngineClient
  readonly signalling: SignallingClient
  readonly library: LibraryClient
  readonly commerce: CommerceClient
  readonly moderation: ModerationClient
}

export interface Addresses {
  readonly AUTH_ADDRESS: string
  readonly ROOMS_ADDRESS: string
  readonly ENGINE_ADDRESS: string
  readonly SIGNALLING_ADDRESS: string
  readonly LIBRARY_ADDRESS: string
  readonly COMMERCE_ADDRESS: string
  readonly MODERATION_ADDRESS: string
}

/** Opens channels to all services; `close` ends them. */
export function createClients(addresses: Addresses, metrics: Metrics): Clients & { close(): void } {
  // What can be used once can only fail when it is repeated: a login's code, a one-time code, a password that is replaced.
  const auth = createGrpcClient({
    definition: AuthServiceService,
    address: addresses.AUTH_ADDRESS,
    metrics,
    once: ['completeLogin', 'signInAdministrator', 'confirmTotp', 'changeOwnPassword', 'createAdministrator'],
  })
  const rooms = createGrpcClient({ definition: RoomsServiceService, address: addresses.ROOMS_ADDRESS, metrics })
  const engine = createGrpcClient({ definition: GameEngineServiceService, address: addresses.ENGINE_ADDRESS, metrics })
  const signalling = createGrpcClient({
    definition: MediaSignallingServiceService,
    address: addresses.SIGNALLING_ADDRESS,
    metrics,
  })
  const library = createGrpcClient({ definition: LibraryServiceService, address: addresses.LIBRARY_ADDRESS, metrics })
  const commerce = createGrpcClient({
    definition: CommerceServiceService,
    address: addresses.COMMERCE_ADDRESS,
    metrics,
  })
  // What people write is there twice when it is sent twice.
  const moderation = createGrpcClient({
    definition: ModerationServiceService,
    address: addresses.MODERATION_ADDRESS,
    metrics,
    once: ['submitReport', 'openTicket', 'updateTicket'],
  })
  return {
    auth,
    rooms,
    engine,
    signalling,
    library,
    commerce,
    moderation,
    close: () =>
      [auth, rooms, engine, signalling, library, commerce, moderation].forEach((client) => client.close()),
  }
}
