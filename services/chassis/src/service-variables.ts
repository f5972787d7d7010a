import { oneOf, port, positive, text, url, urls } from './config.js'
import { identityDirectoryVariable } from './identity.js'
import { eventSigner } from './nats/event-signatures.js'

/** Setting of the stream of events, read by the bus of every service that has one. */
export const streamVariables = {
  EVENTS_REPLICAS: oneOf(['1', '3', '5'])('copies of the stream of events, on as many NATS servers', '1'),
}

/** Settings of every service. */
export const processVariables = {
  HEALTH_PORT: port('where /healthz, /readyz and /metrics are served; 0 for any', 9_090),
  IDENTITY_DIR: identityDirectoryVariable,
  LOG_LEVEL: text('lowest level that is logged', 'info'),
  NATS_URL: urls('NATS with JetStream'),
}

/** Settings of a service that serves RPCs. */
export const rpcVariables = {
  GRPC_ADDRESS: text('where RPCs are served, host:port', '[::]:50051'),
  PRINCIPAL_PUBLIC_KEY: text("auth's public key for principals: SPKI, PEM"),
}

/** Settings of a service with tables. */
export const postgresVariables = (schema: string, connections = 10) => ({
  POSTGRES_URL: url("PostgreSQL, as the service's own role"),
  POSTGRES_SCHEMA: text('where the tables are', schema),
  POSTGRES_MAX: positive('limit of connections', connections),
})

/** Settings of a service with keys in Redis. */
export const redisVariables = (prefix: string) => ({
  REDIS_URL: urls('Redis'),
  REDIS_PREFIX: text('prefix of every key', prefix),
})

/** Setting of a service whose administrators' acts are in the audit log. */
export const auditVariables = {
  AUDIT_PRIVATE_KEY: eventSigner("the service's own key, which signs events for the audit log: Ed25519, PKCS8, PEM"),
}
