import {
  auditVariables,
  oneOf,
  postgresVariables,
  processVariables,
  readSettings,
  rpcVariables,
  type Settings,
  timer,
  url,
} from '@kla/chassis'
import { MINOR_EVIDENCE } from '@kla/proto/web'
import { privateKeys } from './shared/sealing.js'

const HOUR_MS = 3_600_000

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...postgresVariables('evidence', 5),
  ...auditVariables,
  VAULT_POSTGRES_URL: url(
    "PostgreSQL, as the vault's own role, which reads the sealed stills of grave reports and nothing else",
  ),
  EVIDENCE_PRIVATE_KEYS: privateKeys(
    'X25519 private keys, raw, base64url, with commas between them: the first is current, the others open older stills',
  ),
  EVIDENCE_OF_POSSIBLE_MINORS: oneOf(MINOR_EVIDENCE)(
    'what is kept of possible minors: none, patches or stills; a decision for counsel',
    'patches',
  ),
  SWEEP_MS: timer('interval of the sweep that erases expired stills', HOUR_MS),
  CHAIN_CHECK_MS: timer('interval of the checks of the whole chain', 24 * HOUR_MS),
}

/** Returns the schema of the vault beside the schema of the tables. */
export const vaultSchemaOf = (schema: string): string => (schema === 'evidence' ? 'vault' : `${schema}_vault`)

/** Returns the search path of the service's role. */
export const searchPathOf = (schema: string): string => `${schema},${vaultSchemaOf(schema)}`

/** Settings of the service, read from the environment. */
export type Config = Settings<typeof variables>

/** Throws one error that names every fault. */
export const readConfig = (source: NodeJS.ProcessEnv = process.env): Config => readSettings(variables, source)
