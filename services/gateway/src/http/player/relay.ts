import { RelayProbe } from '@kla/proto/schemas'
import { icePolicy, iceServerEntries } from '../../shared/ice.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'

const PROBES = { burst: 20, perMinute: 2 }

export const relay: Resource = async (app, { signalling, now }) => {
  app.get(
    '/user/relay',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(PROBES.perMinute, now, PROBES.burst),
      schema: playerCall('Credentials to test the relay', RelayProbe),
    },
    async (request) => {
      const { iceServers, iceTransportPolicy } = await signalling.mintProbe({}, onBehalfOf(request))
      return { iceServers: iceServerEntries(iceServers), iceTransportPolicy: icePolicy(iceTransportPolicy) }
    },
  )
}
