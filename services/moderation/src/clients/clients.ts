import { createGrpcClient, type GrpcClient, type Identity, type Metrics } from '@kla/chassis'
import { AuthServiceService, GameEngineServiceService, MeetingsServiceService } from '@kla/proto'
import type { Config } from '../config.js'

/** The services that know what a report needs to know, and that must know of bans. */
export interface Clients {
  readonly auth: Pick<GrpcClient<typeof AuthServiceService>, 'lookUpAccounts' | 'putRestrictions'>
  readonly meetings: Pick<GrpcClient<typeof MeetingsServiceService>, 'findMeeting'>
  readonly engine: Pick<GrpcClient<typeof GameEngineServiceService>, 'getBattle'>
}

/** Opens channels; `close` ends them. */
export function createClients(config: Config, identity: Identity, metrics: Metrics): Clients & { close(): void } {
  const by = { identity, metrics }
  const auth = createGrpcClient({ definition: AuthServiceService, address: config.AUTH_ADDRESS, ...by })
  const meetings = createGrpcClient({ definition: MeetingsServiceService, address: config.ROOMS_ADDRESS, ...by })
  const engine = createGrpcClient({ definition: GameEngineServiceService, address: config.ENGINE_ADDRESS, ...by })
  return { auth, meetings, engine, close: () => [auth, meetings, engine].forEach((client) => client.close()) }
}
