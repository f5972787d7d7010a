import {
  eventSigner,
  identityDirectoryVariable,
  milliseconds,
  port,
  positive,
  readSettings,
  secret,
  secretKeys,
  type Settings,
  text,
  url,
  urls,
} from '@kla/chassis'
import {
  CUP_CHECK_IN_MS,
  CUP_DISPUTE_MS,
  CUP_NO_SHOW_MS,
  CUP_PRESENCE_MS,
  CUP_READY_MS,
  MATCH_ACCEPT_MS,
  MATCH_DECLINED_MS,
  MATCH_RECENT_MS,
  RECONNECT_GRACE_MS,
} from '@kla/proto/web'

const variables = {
  GRPC_ADDRESS: text('where the RPCs are served, host:port', '[::]:50051'),
  HEALTH_PORT: port('where /healthz, /readyz and /metrics are served', 9090),
  IDENTITY_DIR: identityDirectoryVariable,
  LOG_LEVEL: text('the lowest level that is logged', 'info'),
  PRINCIPAL_PUBLIC_KEY: secret("auth's public key (SPKI in PEM), which verifies principals"),
  AUDIT_PRIVATE_KEY: eventSigner("signs the events for the audit log: this service's own key, Ed25519, PKCS8, PEM"),
  INCIDENT_KEY: secretKeys('what incident tokens are authenticated with: 32 bytes in base64; older keys may follow'),
  POSTGRES_URL: url('the PostgreSQL that holds cups and block lists'),
  POSTGRES_SCHEMA: text('where the tables are', 'rooms'),
  POSTGRES_MAX: positive('maximum of connections', 10),
  REDIS_URL: urls('the Redis that holds the rooms'),
  REDIS_PREFIX: text('prefix of every key', 'kla:rooms:'),
  NATS_URL: urls('the NATS with JetStream that carries updates and events'),
  EVENTS_DURABLE: text('prefix of the durable consumers, which all pods share', 'rooms'),
  RECONNECT_GRACE_MS: milliseconds('how long a lost connection keeps its seat', RECONNECT_GRACE_MS),
  MATCH_ACCEPT_MS: milliseconds('how long both players have to accept a match', MATCH_ACCEPT_MS),
  MATCH_RECENT_MS: milliseconds('how long two matched players are not matched again', MATCH_RECENT_MS),
  MATCH_DECLINED_MS: milliseconds(
    'how long two players who did not both accept are not matched again',
    MATCH_DECLINED_MS,
  ),
  MATCH_TICKET_MS: milliseconds('how long a search lasts without its gateway keeping it', 12_000),
  CUP_CHECK_IN_MS: milliseconds('how long before its start a cup has its check-in', CUP_CHECK_IN_MS),
  CUP_NO_SHOW_MS: milliseconds('how long a called tie waits for its players', CUP_NO_SHOW_MS),
  CUP_READY_MS: milliseconds("how long a tie's room waits for its battle to begin", CUP_READY_MS),
  CUP_DISPUTE_MS: milliseconds('how long a judge has before the rule decides', CUP_DISPUTE_MS),
  CUP_RESULT_MS: milliseconds('how long a result may arrive after its room has closed', 10_000),
  CUP_PRESENCE_MS: milliseconds('how long one BePresent counts', CUP_PRESENCE_MS),
  GATEWAY_LEASE_MS: milliseconds('how long a gateway may be silent before its connections count as lost', 6_000),
}

export type Config = Settings<typeof variables>

export const readConfig = (source: NodeJS.ProcessEnv = process.env): Config => readSettings(variables, source)
