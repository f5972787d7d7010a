import { createGrpcClient, type GrpcClient, type Metrics } from '@kla/chassis'
import { AuthServiceService, GameEngineServiceService, RoomsServiceService } from '@kla/proto'
import type { Config } from '../config.js'

/** The services that know what a report needs to know, and that must know of bans. */
export interface Clients {
  readonly auth: Pick<GrpcClient<typeof AuthServiceService>, 'lookUpAccounts' | 'putRestrictions'>
  readonly rooms: Pick<GrpcClient<typeof RoomsServiceService>, 'getOwnRoom'>
  readonly engine: Pick<GrpcClient<typeof GameEngineServiceService>, 'getBattle'>
}

/** Opens channels; `close` ends them. */
export function createClients(config: Config, metrics: Metrics): Clients & { close(): void } {
  const auth = createGrpcClient({ definition: AuthServiceService, address: config.AUTH_ADDRESS, metrics })
  const rooms = createGrpcClient({ definition: RoomsServiceService, address: config.ROOMS_ADDRESS, metrics })
  const engine = createGrpcClient({ definition: GameEngineServiceService, address: config.ENGINE_ADDRESS, metrics })
  return { auth, rooms, engine, close: () => [auth, rooms, engine].forEach((client) => client.close()) }
}
