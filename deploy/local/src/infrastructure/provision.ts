import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { LocalFailure } from '../root.js'
import { withClient } from './with-client.js'

export const OWNERS = ['auth', 'rooms', 'engine', 'library', 'commerce', 'moderation', 'evidence'] as const
/** A service that owns a database schema. */
export type Owner = (typeof OWNERS)[number]

/** URLs of a schema's two users. */
export interface SchemaAccess {
  readonly ownerUrl: string
  /** Limited to rows, without DDL. */
  readonly appUrl: string
  /** Address of the role that reads the vault and nothing else; evidence has it alone. */
  readonly vaultUrl?: string
}

/** Where to create schemas, and their names. */
export interface ProvisionOptions {
  /** Needs the right to create roles, and databases if `database` is given. */
  readonly adminUrl: string
  readonly database?: string
  readonly rolePrefix?: string
  /** Suffix of second logins, for rotating passwords. */
  readonly loginSuffix?: string
  readonly passwordOf: (role: string, of: Role) => string
}

/** A database role of an owner. */
export interface Role {
  readonly owner: Owner
  readonly kind: 'owner' | 'app' | 'vault'
}

/** Roles of each owner: evidence has one more, for its vault. */
export const kindsOf = (owner: Owner): readonly Role['kind'][] =>
  owner === 'evidence' ? ['owner', 'app', 'vault'] : ['owner', 'app']

const VAULT = 'vault'

/** Creates a schema and its roles for each owner, and evidence's vault. Idempotent; locked logins (NOLOGIN) stay locked. */
export async function provision(options: ProvisionOptions): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const { database, passwordOf, loginSuffix = '' } = options
  if (database !== undefined) await using(options.adminUrl, (client) => createDatabase(client, database))
  const url = new URL(options.adminUrl)
  if (database !== undefined) url.pathname = `/${database}`

  // Roles belong to the server.
  const prefix = options.rolePrefix ?? database ?? 'kla'
  const access = {} as Record<Owner, SchemaAccess>
  await using(url.href, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public')
    for (const owner of OWNERS) {
      const roles = {
        owner: `${prefix}_${owner}_owner`,
        app: `${prefix}_${owner}_app`,
        vault: `${prefix}_${owner}_vault`,
      }
      const login = async (kind: Role['kind']): Promise<string> => {
        const [role, name] = [roles[kind], roles[kind] + loginSuffix]
        const password = passwordOf(role, { owner, kind })
        if (name === role) await ensureRole(client, role, password)
        else await ensureLogin(client, { name, role, password })
        return addressOf(url, name, password)
      }
      const [ownerUrl, appUrl] = [await login('owner'), await login('app')]
      await ensureSchema(client, owner, roles)
      access[owner] = { ownerUrl, appUrl }
      if (!kindsOf(owner).includes('vault')) continue
      access[owner] = { ownerUrl, appUrl, vaultUrl: await login('vault') }
      await ensureVault(client, roles)
    }
  })
  return access
}

/** Removes what {@link provision} created. */
export async function unprovision(adminUrl: string, database: string): Promise<void> {
  await using(adminUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(database)} WITH (FORCE)`)
    for (const owner of OWNERS) {
      for (const kind of kindsOf(owner)) {
        await client.query(`DROP ROLE IF EXISTS ${client.escapeIdentifier(`${database}_${owner}_${kind}`)}`)
      }
    }
  })
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
}

async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const role = client.escapeIdentifier(name)
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  // Its password may have leaked.
  const how = rowCount === 0 ? `CREATE ROLE ${role} LOGIN` : `ALTER ROLE ${role}`
  await client.query(`${how} PASSWORD ${client.escapeLiteral(password)}`)
}

/** The role owns what the login creates. */
async function ensureLogin(client: pg.Client, login: { name: string; role: string; password: string }): Promise<void> {
  const [name, role] = [client.escapeIdentifier(login.name), client.escapeIdentifier(login.role)]
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [login.role])
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} NOLOGIN`)
  await ensureRole(client, login.name, login.password)
  await client.query(`GRANT ${role} TO ${name}`)
  await client.query(`ALTER ROLE ${name} SET role = ${client.escapeLiteral(login.role)}`)
}

async function ensureSchema(client: pg.Client, name: Owner, roles: { owner: string; app: string }): Promise<void> {
  const [owner, app] = [client.escapeIdentifier(roles.owner), client.escapeIdentifier(roles.app)]
  await client.query(`GRANT ${owner} TO CURRENT_USER`)
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${owner}`)
  await client.query(`GRANT USAGE ON SCHEMA ${name} TO ${app}`)
  const byDefault = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${name} GRANT`
  await client.query(`${byDefault} SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app}`)
  await client.query(`${byDefault} USAGE, SELECT ON SEQUENCES TO ${app}`)
}

/** The migrations of evidence let its service put stills in. */
async function ensureVault(client: pg.Client, roles: { owner: string; vault: string }): Promise<void> {
  const [owner, vault] = [client.escapeIdentifier(roles.owner), client.escapeIdentifier(roles.vault)]
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${VAULT} AUTHORIZATION ${owner}`)
  await client.query(`GRANT USAGE ON SCHEMA ${VAULT} TO ${vault}`)
  await client.query(`ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${VAULT} GRANT SELECT ON TABLES TO ${vault}`)
}

function addressOf(url: URL, user: string, password: string): string {
  const address = new URL(url)
  address.username = user
  address.password = password
  return address.href
}

const using = (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 5_000 }, work)

/** Passwords, or a key to derive them. */
export interface PasswordSource {
  readonly directory?: string | undefined
  /** Key of at least 32 characters that all passwords are derived from. */
  readonly key?: string | undefined
  readonly environment: NodeJS.ProcessEnv
}

const KEY_LENGTH_MIN = 32

const nameOf = ({ owner, kind }: Role): string => `${owner}_${kind}_PASSWORD`.toUpperCase()

/** Throws one failure naming all missing passwords. */
export function rolePasswords(source: PasswordSource): (role: string, of: Role) => string {
  const { directory, key, environment } = source
  if (key !== undefined && key.length < KEY_LENGTH_MIN) {
    throw new LocalFailure(`PASSWORD_KEY is shorter than ${KEY_LENGTH_MIN} characters.`)
  }
  const given = (of: Role): string | undefined =>
    (directory === undefined ? undefined : fileIn(directory, nameOf(of))) || environment[nameOf(of)] || undefined
  const roles = OWNERS.flatMap((owner) => kindsOf(owner).map((kind): Role => ({ owner, kind })))
  const missing = key === undefined ? roles.filter((role) => given(role) === undefined).map(nameOf) : []
  if (missing.length > 0) throw new LocalFailure(`Passwords are missing: ${missing.join(', ')}`)
  return (role, of) =>
    given(of) ??
    createHmac('sha256', key ?? '')
      .update(role)
      .digest('hex')
}

function fileIn(directory: string, name: string): string | undefined {
  try {
    return readFileSync(join(directory, name), 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
