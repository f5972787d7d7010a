import pg from 'pg'

/** The services that own tables; each has a schema of the same name. */
export const OWNERS = ['auth', 'rooms', 'engine', 'library', 'commerce', 'moderation'] as const
export type Owner = (typeof OWNERS)[number]

/** How one service reaches its tables. */
export interface SchemaAccess {
  /** As the schema's owner, for migrations. */
  readonly ownerUrl: string
  /** As the service itself: it reads and writes rows, and changes no table. */
  readonly appUrl: string
}

export interface ProvisionOptions {
  /** As somebody who may create roles, and databases if `database` is given. */
  readonly adminUrl: string
  /** A database to create if it is missing, instead of the one in `adminUrl`. */
  readonly database?: string
  /** The password of a role. */
  readonly passwordOf: (role: string) => string
}

/** Gives every owner a schema and two roles. It may run again: what is there is brought to what it should be. */
export async function provision(options: ProvisionOptions): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const { database, passwordOf } = options
  if (database !== undefined) await using(options.adminUrl, (client) => createDatabase(client, database))
  const url = new URL(options.adminUrl)
  if (database !== undefined) url.pathname = `/${database}`

  // Roles belong to the whole server: those of a further database are named after it.
  const prefix = database ?? 'kla'
  const access = {} as Record<Owner, SchemaAccess>
  await using(url.href, async (client) => {
    // Extensions belong to the whole database, which the owners of schemas may not change.
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public')
    for (const owner of OWNERS) {
      const roles = { owner: `${prefix}_${owner}_owner`, app: `${prefix}_${owner}_app` }
      for (const role of Object.values(roles)) await ensureRole(client, role, passwordOf(role))
      await ensureSchema(client, owner, roles)
      const as = (role: string): string => addressOf(url, role, passwordOf(role))
      access[owner] = { ownerUrl: as(roles.owner), appUrl: as(roles.app) }
    }
  })
  return access
}

/** Removes a database that {@link provision} created, with its roles. */
export async function unprovision(adminUrl: string, database: string): Promise<void> {
  await using(adminUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(database)} WITH (FORCE)`)
    for (const owner of OWNERS) {
      for (const kind of ['owner', 'app']) {
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
  await client.query(`${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
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

function addressOf(url: URL, user: string, password: string): string {
  const address = new URL(url)
  address.username = user
  address.password = password
  return address.href
}

async function using(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  await work(client).finally(() => client.end())
}
