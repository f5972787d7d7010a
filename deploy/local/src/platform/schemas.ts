import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Owner, OWNERS, provision, type ProvisionOptions, type SchemaAccess } from '../infrastructure/provision.js'
import { withClient } from '../infrastructure/with-client.js'
import type { Launcher, LaunchOptions } from '../processes/launcher.js'
import { ROOT } from '../root.js'
import { all } from './cleanup.js'
import { entryOf } from './service-process.js'
import type { ServiceName } from './services.js'

const NOTE = 'Prepared from '

/** Fingerprints are in the schema's comment, which backups and clones keep. */
async function runChangedSteps(ownerUrl: string, schema: string, steps: readonly Step[]): Promise<void> {
  const [known] = await query<{ note: string | null }>(
    ownerUrl,
    `SELECT obj_description(oid, 'pg_namespace') AS note FROM pg_namespace WHERE nspname = ${pg.escapeLiteral(schema)}`,
  )
  const prepared = known?.note?.startsWith(NOTE) ? known.note.slice(NOTE.length).split(' ') : []
  const changed = steps.findIndex(({ fingerprint }, at) => fingerprint !== prepared[at])
  if (changed < 0) return
  for (const [at, { run }] of steps.entries()) {
    if (at < changed) continue
    await run()
    const note =
      NOTE +
      steps
        .slice(0, at + 1)
        .map(({ fingerprint }) => fingerprint)
        .join(' ')
    await query(ownerUrl, `COMMENT ON SCHEMA ${pg.escapeIdentifier(schema)} IS ${pg.escapeLiteral(note)}`)
  }
}

interface Step {
  readonly fingerprint: string
  readonly run: () => Promise<void>
}

export async function fingerprintOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory()
    const files = isFolder ? (await readdir(path)).sort().map((name) => join(path, name)) : [path]
    for (const file of files) {
      const bytes = await readFile(file)
      hash.update(JSON.stringify([file, bytes.length])).update(bytes)
    }
  }
  return hash.digest('hex')
}

// Idle connections could break unnoticed.
const query = <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> =>
  withClient({ connectionString: url }, async (client) => (await client.query<Row>(sql)).rows)

const SERVICE_OF: Readonly<Record<Owner, ServiceName>> = {
  auth: 'auth',
  rooms: 'rooms',
  engine: 'game-engine',
  library: 'library',
  commerce: 'commerce',
  moderation: 'moderation',
  evidence: 'evidence',
}

interface Chore {
  readonly launch: LaunchOptions
  readonly from: readonly string[]
}

export interface PrepareOptions extends ProvisionOptions {
  /** Path of the list of GIFs that a new library begins with. */
  readonly manifest?: string
}

/** Creates, migrates and seeds schemas; skips steps completed on the same input. */
export async function prepareSchemas(
  launcher: Launcher,
  options: PrepareOptions,
): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const schemas = await provision(options)
  const prepare = async (owner: Owner): Promise<void> => {
    const chores = choresOf(owner, schemas[owner], options.manifest)
    const steps = chores.map(async ({ launch, from }) => ({
      fingerprint: await fingerprintOf(from),
      run: () => launcher.run(launch),
    }))
    await runChangedSteps(schemas[owner].ownerUrl, owner, await Promise.all(steps))
  }
  await all(...OWNERS.map(prepare))
  return schemas
}

/** Arbitrary; clones share their template's roles. */
const CLONE_LOCK = 5_125_301

/** Template and target of a clone. */
export interface CloneOptions {
  readonly adminUrl: string
  readonly database: string
  readonly manifest: string
  readonly templatePrefix?: string
}

/** Clones a migrated template with its roles. Drop it with `unprovision`. */
export async function cloneDatabase(
  launcher: Launcher,
  { adminUrl, database, manifest, templatePrefix = 'kla_template' }: CloneOptions,
): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const migrations = Object.values(SERVICE_OF).map((service) => `${ROOT}services/${service}/migrations`)
  const template = `${templatePrefix}_${(await fingerprintOf(migrations)).slice(0, 12)}`
  // The address may be a proxy's.
  const passwordOf = (role: string): string =>
    createHmac('sha256', new URL(adminUrl).password).update(role).digest('hex')
  return withClient({ connectionString: adminUrl }, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${CLONE_LOCK})`)
    await prepareSchemas(launcher, { adminUrl, database: template, passwordOf })
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} TEMPLATE ${pg.escapeIdentifier(template)}`)
    return prepareSchemas(launcher, { adminUrl, database, rolePrefix: template, manifest, passwordOf })
  })
}

function choresOf(owner: Owner, { ownerUrl, appUrl }: SchemaAccess, manifest: string | undefined): Chore[] {
  const service = SERVICE_OF[owner]
  const chore = (
    entry: 'migrate' | 'seed',
    env: NodeJS.ProcessEnv,
    args: string[],
    from: readonly string[],
  ): Chore => ({
    launch: {
      name: `${service}-${entry}`,
      command: process.execPath,
      args: [entryOf(service, entry), ...args],
      env: { ...process.env, ...env },
      ours: true,
    },
    // The entry point's changes repeat the step.
    from: [...from, entryOf(service, entry)],
  })
  const migrate = chore('migrate', { MIGRATE_URL: ownerUrl }, [], [`${ROOT}services/${service}/migrations`])
  if (owner !== 'library' || manifest === undefined) return [migrate]
  return [migrate, chore('seed', { POSTGRES_URL: appUrl }, [manifest], [manifest])]
}
