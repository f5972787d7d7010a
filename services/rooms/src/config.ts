import { milliseconds, port, readEnvironment, secret, text, url } from '@kla/chassis'
import { RECONNECT_GRACE_MS } from '@kla/proto/web'

/** The environment of the service. Throws an EnvironmentError that names every fault. */
export const readConfig = (source: NodeJS.ProcessEnv = process.env) =>
  readEnvironment(
    {
      GRPC_ADDRESS: text('where the RPCs are served, host:port', '0.0.0.0:50051'),
      HEALTH_PORT: port('where /healthz, /readyz and /metrics are served', 9090),
      LOG_LEVEL: text('the least level that is logged', 'info'),
      PRINCIPAL_PUBLIC_KEY: secret("auth's public key (SPKI in PEM), with which principals are checked"),
      REDIS_URL: url('the Redis that holds the rooms'),
      REDIS_PREFIX: text('begins every key', 'kla:rooms:'),
      NATS_URL: url('the NATS with JetStream that carries news and facts'),
      FACTS_DURABLE: text('the durable consumer of bans that all pods share', 'rooms'),
      RECONNECT_GRACE_MS: milliseconds('how long a lost connection keeps its seat', RECONNECT_GRACE_MS),
      GATEWAY_LEASE_MS: milliseconds('how long a gateway may be silent before its connections count as lost', 6_000),
    },
    source,
  )

export type Config = ReturnType<typeof readConfig>
