import type pg from 'pg'

type Querying = Pick<pg.Client, 'query'>

/** Rights that the owner's new tables give by default, as `aclexplode` names them. */
const APP_TABLES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
const APP_SEQUENCES = ['USAGE', 'SELECT'] as const

/** Role of the connection. */
export async function currentRole(client: Querying): Promise<string> {
  const { rows } = await client.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

/** Names what the connection's role lacks to read and write rows in `schema`. Tables may be missing: migrations make them. */
export async function appFaults(client: Querying, schema: string): Promise<readonly string[]> {
  const about = `PostgreSQL: ${await currentRole(client)}`
  const missing = await schemaFaults(client, schema, ['USAGE'], about)
  if (missing.length > 0) return missing
  const { rows } = await client.query<{ name: string; right: string }>(
    `SELECT c.relname AS name, "right" FROM pg_class AS c, unnest($2::text[]) AS "right"
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, "right")
     ORDER BY c.relname, "right"`,
    // Migrations take UPDATE and DELETE away from tables that only grow.
    [schema, ['INSERT', 'SELECT']],
  )
  return rows.map(({ name, right }) => `${about} lacks ${right} on ${schema}.${name}`)
}

/** Names what the vault's role lacks to read `schema`. */
export async function vaultFaults(client: Querying, schema: string): Promise<readonly string[]> {
  return schemaFaults(client, schema, ['USAGE'], `PostgreSQL: ${await currentRole(client)}`)
}

/**
 * Names what the connection lacks of what the service asks for at its start. A pooler ignores it, unless the login has it.
 */
export async function sessionFaults(client: Querying, searchPath: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ login: string; found: string; timeout: string; idle: string }>(
    `SELECT session_user AS login, current_setting('search_path') AS found,
            current_setting('statement_timeout') AS timeout,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
  )
  const { login = '', found = '', timeout = '', idle = '' } = rows[0] ?? {}
  const schemas = found.split(',').map((schema) => schema.trim().replace(/^"(.*)"$/, '$1'))
  return [
    ...(searchPath.every((schema, at) => schemas[at] === schema)
      ? []
      : [`PostgreSQL: ${login} has the search path ${found}, not ${searchPath.join(', ')}`]),
    ...(timeout === '0' ? [`PostgreSQL: ${login} has no statement timeout`] : []),
    ...(idle === '0' ? [`PostgreSQL: ${login} has no idle_in_transaction_session_timeout`] : []),
  ]
}

/** Names what the connection's role lacks to migrate `schema`, and what its new tables would not give `app`. */
export async function ownerFaults(
  client: Querying,
  schema: string,
  app: string | undefined,
  kind: 'app' | 'vault' = 'app',
): Promise<readonly string[]> {
  const owner = await currentRole(client)
  const about = `PostgreSQL: ${owner}`
  const missing = await schemaFaults(client, schema, ['CREATE', 'USAGE'], about)
  if (missing.length > 0 || app === undefined || app === owner) return missing
  const { rows } = await client.query<{ kind: string; right: string }>(
    `SELECT d.defaclobjtype AS kind, a.privilege_type AS "right"
     FROM pg_default_acl AS d, aclexplode(d.defaclacl) AS a
     WHERE d.defaclnamespace IN (0, to_regnamespace($1)::oid) AND d.defaclrole = current_user::regrole
       AND (a.grantee = 0 OR pg_has_role($2::name, a.grantee, 'USAGE'))`,
    [schema, app],
  )
  const lacks = (on: string, needed: readonly string[], what: string): string[] =>
    needed
      .filter((right) => !rows.some((row) => row.kind === on && row.right === right))
      .map((right) => `${about} gives ${app} no ${right} on ${what} that it creates in ${schema}`)
  if (kind === 'vault') return lacks('r', ['SELECT'], 'tables')
  return [...lacks('r', APP_TABLES, 'tables'), ...lacks('S', APP_SEQUENCES, 'sequences')]
}

async function schemaFaults(
  client: Querying,
  schema: string,
  needed: readonly string[],
  about: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ right: string; held: boolean | null }>(
    `SELECT "right", has_schema_privilege(to_regnamespace($1)::oid, "right") AS held FROM unnest($2::text[]) AS "right"`,
    [schema, needed],
  )
  if (rows.some(({ held }) => held === null)) return [`PostgreSQL: the schema ${schema} is missing`]
  return rows.filter(({ held }) => !held).map(({ right }) => `${about} lacks ${right} on the schema ${schema}`)
}
