import { HealthCheckResponse_ServingStatus as Status, HealthService, type HealthCheckResponse } from '@kla/proto'
import { KlaError } from './errors.js'
import { implement, type Implementation } from './grpc-server.js'
import type { Health } from './health.js'

const WHOLE_PROCESS = ''

/** `grpc.health.v1.Health`: what probes and clients are told of this process. Nobody has to be signed in for it. */
export function serveHealth(health: Health): Implementation {
  const now = (): HealthCheckResponse => ({ status: health.serving() ? Status.SERVING : Status.NOT_SERVING })
  return implement(HealthService, {
    async check({ service }) {
      if (service !== WHOLE_PROCESS) throw new KlaError('NOT_FOUND')
      return now()
    },
    async *watch({ service }, { signal }) {
      // The protocol keeps such a call open, in case that the service appears.
      let told: HealthCheckResponse = service === WHOLE_PROCESS ? now() : { status: Status.SERVICE_UNKNOWN }
      yield told
      // The end of the call is what lets the server close in time.
      while (!health.stopped()) {
        await health.change(signal)
        if (service !== WHOLE_PROCESS || now().status === told.status) continue
        told = now()
        yield told
      }
    },
  })
}
