import {
  eventSigner,
  identityDirectoryVariable,
  milliseconds,
  oneOf,
  port,
  positive,
  readSettings,
  type Settings,
  text,
  url,
  urls,
} from '@kla/chassis'
import { MINOR_EVIDENCE } from '@kla/proto/web'
import { privateKeys } from './shared/sealing.js'

const HOUR_MS = 3_600_000

const variables = {
  GRPC_ADDRESS: text('where to listen for gRPC, host:port', '[::]:50051'),
  HEALTH_PORT: port('health and metrics; 0 for any', 9_090),
  IDENTITY_DIR: identityDirectoryVariable,
  LOG_LEVEL: text('the lowest level that is logged', 'info'),
  PRINCIPAL_PUBLIC_KEY: text("auth's public key for principals, PEM"),
  POSTGRES_URL: url("PostgreSQL, as the service's own role: sealed stills and who opened them"),
  POSTGRES_SCHEMA: text('the schema of the tables', 'evidence'),
  VAULT_POSTGRES_URL: url(
    "PostgreSQL, as the vault's own role, which reads the sealed stills of grave reports and nothing else",
  ),
  POSTGRES_MAX: positive('connections at most', 5),
  NATS_URL: urls('NATS with JetStream, for the audit log'),
  AUDIT_PRIVATE_KEY: eventSigner("this service's own key that signs events for the audit log: Ed25519, PKCS8, PEM"),
  EVIDENCE_PRIVATE_KEYS: privateKeys(
    'X25519 private keys, raw, base64url, with commas between them: the first is current, the others open older stills',
  ),
  EVIDENCE_OF_POSSIBLE_MINORS: oneOf(MINOR_EVIDENCE)(
    'what is kept of possible minors: none, patches or stills; a decision for counsel',
    'patches',
  ),
  SWEEP_MS: milliseconds('interval of the sweep that erases expired stills', HOUR_MS),
  CHAIN_CHECK_MS: milliseconds('interval of the checks of the whole chain', 24 * HOUR_MS),
}

/** Returns the schema of the vault beside the schema of the tables. */
export const vaultSchemaOf = (schema: string): string => (schema === 'evidence' ? 'vault' : `${schema}_vault`)

/** Returns the search path of the service's role. */
export const searchPathOf = (schema: string): string => `${schema},${vaultSchemaOf(schema)}`

/** Settings of the service, read from the environment. */
export type Config = Settings<typeof variables>

/** Throws one error that names every fault. */
export const readConfig = (source: NodeJS.ProcessEnv = process.env): Config => readSettings(variables, source)
