import { createPrivateKey } from 'node:crypto'
import {
  auditVariables,
  boolean,
  EnvironmentError,
  list,
  milliseconds,
  postgresVariables,
  processVariables,
  readSettings,
  redisVariables,
  rpcVariables,
  secret,
  secretKeys,
  type Settings,
  text,
  timer,
  type Variable,
  webAddress,
} from '@kla/chassis'
import { administratorName } from './administrators/index.js'
import { AGE_METHODS, type AgeMethod, type AgePolicy, OTHER_JURISDICTIONS } from './age/index.js'

/** Private key in PEM, line ends perhaps escaped. */
const ed25519PrivateKey = (about: string): Variable<string> => ({
  about,
  secret: true,
  parse: (value) => {
    const pem = value.replaceAll('\\n', '\n')
    if (keyType(pem) !== 'ed25519') throw new Error('is no Ed25519 private key in PEM')
    return pem
  },
})

const agePolicy = (about: string, fallback: AgePolicy): Variable<AgePolicy> => ({
  about,
  fallback,
  parse: (value) => Object.fromEntries(value.split(',').map(policyEntry)),
})

const administratorNameVariable = (about: string, fallback: string): Variable<string> => ({
  about,
  fallback,
  parse: (value) => {
    const name = administratorName(value)
    if (name === undefined) throw new Error('is not of 2 to 40 letters, digits, dots, dashes and underscores')
    return name
  },
})

const givenPassword = (about: string): Variable<string | undefined> => ({
  about,
  fallback: undefined,
  secret: true,
  parse: (value) => value,
})

function policyEntry(pair: string): [string, AgeMethod] {
  const [jurisdiction = '', method = ''] = pair.split('=').map((part) => part.trim())
  const known = AGE_METHODS.find((candidate) => candidate === method)
  if (jurisdiction === '' || known === undefined) {
    throw new Error(`is not made of pairs such as GB=document, with one of ${AGE_METHODS.join(', ')}`)
  }
  return [jurisdiction, known]
}

function keyType(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyType
  } catch {
    return undefined
  }
}

const DAY_MS = 24 * 3_600_000

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...postgresVariables('auth'),
  ...redisVariables('kla:auth:'),
  ...auditVariables,
  EVENTS_DURABLE: text('prefix of the durable consumers, which all pods share', 'auth'),
  PRINCIPAL_PRIVATE_KEY: ed25519PrivateKey('key that signs principals and access tokens: Ed25519, PKCS8, PEM'),
  PRINCIPAL_PUBLIC_KEY: text('public keys of other signing pods, during a key rotation: SPKI, PEM', ''),
  DISCORD_CLIENT_ID: text('id of the application at Discord'),
  DISCORD_CLIENT_SECRET: secret('secret of the application at Discord'),
  DISCORD_AUTHORIZE_URL: webAddress('where browsers are sent to log in', 'https://discord.com/oauth2/authorize'),
  DISCORD_API_URL: webAddress('where codes and tokens are exchanged', 'https://discord.com/api'),
  // Two requests fit into callers' five seconds.
  DISCORD_TIMEOUT_MS: timer('how long one request to the provider may take', 2_000),
  PUBLIC_URL: webAddress("the site's address, for the redirect back from the provider"),
  LOGIN_FORWARD_PARAMETERS: list('parameters of a login request that are passed on to the provider', []),
  LOGIN_TTL_MS: milliseconds('how long a login may take', 600_000),
  SESSION_TTL_MS: milliseconds('how long a session lives after its last use', 30 * DAY_MS),
  SESSION_MAX_MS: milliseconds('how long a session lives in total', 90 * DAY_MS),
  SESSION_ROTATION_MS: milliseconds(
    "how long a session's cookie keeps its value before the next one is offered",
    DAY_MS,
  ),
  SESSION_OVERLAP_MS: milliseconds('how long the previous value stays valid, for requests in progress', 120_000),
  SESSION_ENDING_OVERDUE_MS: timer('after how long another pod finishes ending a session', 5_000),
  AGE_POLICY: agePolicy('the weakest method each jurisdiction accepts, such as "GB=document,*=declaration"', {}),
  AGE_JURISDICTION: text('jurisdiction of accounts that have none', 'default'),
  FIRST_ADMIN_NAME: administratorNameVariable('name of the administrator that FIRST_ADMIN_PASSWORD creates', 'admin'),
  FIRST_ADMIN_PASSWORD: givenPassword('password of the first administrator until they change it; empty creates none'),
  SECOND_ADMIN_NAME: administratorNameVariable(
    'name of the second founder, whom SECOND_ADMIN_PASSWORD creates',
    'deputy',
  ),
  SECOND_ADMIN_PASSWORD: givenPassword(
    'password of the second founder until they change it; without one, no one can open stills or add moderators',
  ),
  ADMIN_TOTP_REQUIRED: boolean('whether administrators must set up TOTP before anything else', true),
  ADMIN_PASSKEYS_REQUIRED: boolean('whether owners and child-safety holders must have a passkey', true),
  ADMIN_PASSKEY_ORIGINS: list("origins of consoles where passkeys work, on PUBLIC_URL's host; its own by default", []),
  ADMIN_SECRETS_KEY: secretKeys('key that encrypts TOTP secrets: 32 bytes in base64; older keys may follow'),
  ADMIN_SESSION_IDLE_MS: milliseconds("how long an administrator's session lives after its last use", 1_800_000),
  ADMIN_SESSION_MAX_MS: milliseconds("how long an administrator's session lives in total", 12 * 3_600_000),
}

/** Throws one error that names every fault. */
export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const config = readSettings(variables, source)
  const faults = [...rotationFaults(config), ...ageFaults(config), ...founderFaults(config), ...originFaults(config)]
  if (faults.length > 0) throw new EnvironmentError(faults)
  return config
}

/** Settings of the service, read from the environment. */
export type Config = Settings<typeof variables>

function rotationFaults({ sessionRotationMs, sessionOverlapMs, sessionTtlMs }: Config): string[] {
  return [
    ...(sessionRotationMs > sessionTtlMs / 4 ? ['SESSION_ROTATION_MS is above a quarter of SESSION_TTL_MS'] : []),
    ...(sessionOverlapMs > sessionRotationMs / 4
      ? ['SESSION_OVERLAP_MS is above a quarter of SESSION_ROTATION_MS']
      : []),
  ]
}

// Accounts without a jurisdiction would need only a declaration.
const ageFaults = ({ agePolicy, ageJurisdiction }: Config): string[] =>
  Object.keys(agePolicy).length === 0 ||
  [ageJurisdiction, OTHER_JURISDICTIONS].some((jurisdiction) => Object.hasOwn(agePolicy, jurisdiction))
    ? []
    : ['AGE_POLICY names neither AGE_JURISDICTION nor *']

const originFaults = ({ adminPasskeyOrigins, publicUrl }: Config): string[] =>
  adminPasskeyOrigins.every((origin) => isOriginOf(origin, new URL(publicUrl).hostname))
    ? []
    : ['ADMIN_PASSKEY_ORIGINS has an address that is no origin on the host of PUBLIC_URL']

function isOriginOf(text: string, host: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, hostname } = new URL(text)
  return origin === text && hostname === host
}

const founderFaults = ({ firstAdminName, secondAdminName }: Config): string[] =>
  firstAdminName === secondAdminName ? ['SECOND_ADMIN_NAME is the same as FIRST_ADMIN_NAME'] : []
