import { createGrpcClient, type GrpcClient, type Metrics } from '@kla/chassis'
import {
  AuthServiceService,
  CommerceServiceService,
  GameEngineServiceService,
  LibraryServiceService,
  MediaSignallingServiceService,
  RoomsServiceService,
} from '@kla/proto'

export type AuthClient = Omit<GrpcClient<typeof AuthServiceService>, 'close'>
export type RoomsClient = Omit<GrpcClient<typeof RoomsServiceService>, 'close'>
export type EngineClient = Omit<GrpcClient<typeof GameEngineServiceService>, 'close'>
export type SignallingClient = Omit<GrpcClient<typeof MediaSignallingServiceService>, 'close'>
export type LibraryClient = Pick<
  GrpcClient<typeof LibraryServiceService>,
  'getMedia' | 'listSavedGifs' | 'hideSavedGif'
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

/** The services behind the gateway. */
export interface Clients {
  readonly auth: AuthClient
  readonly rooms: RoomsClient
  readonly engine: EngineClient
  readonly signalling: SignallingClient
  readonly library: LibraryClient
  readonly commerce: CommerceClient
}

export interface Addresses {
  readonly AUTH_ADDRESS: string
  readonly ROOMS_ADDRESS: string
  readonly ENGINE_ADDRESS: string
  readonly SIGNALLING_ADDRESS: string
  readonly LIBRARY_ADDRESS: string
  readonly COMMERCE_ADDRESS: string
}

/** Opens channels to all services; `close` ends them. */
export function createClients(addresses: Addresses, metrics: Metrics): Clients & { close(): void } {
  // A login's code can be used once: repeating CompleteLogin could only fail.
  const auth = createGrpcClient({
    definition: AuthServiceService,
    address: addresses.AUTH_ADDRESS,
    metrics,
    once: ['completeLogin'],
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
  return {
    auth,
    rooms,
    engine,
    signalling,
    library,
    commerce,
    close: () => [auth, rooms, engine, signalling, library, commerce].forEach((client) => client.close()),
  }
}
