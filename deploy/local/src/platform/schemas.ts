import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { AdminLoginAnswer, CupCreation, CupsPage, SeasonEdit, Seasons } from '@kla/proto/web'
import { type Owner, OWNERS, type ProvisionOptions, provision, type SchemaAccess } from '../infrastructure/provision.js'
import type { Launcher, LaunchOptions } from '../processes/launcher.js'
import { ROOT, type Say } from '../root.js'
import { all } from './cleanup.js'
import type { Platform } from './platform.js'
import { entryOf } from './service-process.js'
import type { ServiceName } from './services.js'

const NOTE = 'Prepared from '

/**
 * Does `work` unless it was once done to its end on this schema from the same `fingerprint`. The note of that is the
 * schema's comment: it goes with the schema when that is dropped, and comes with it out of a backup.
 */
async function unlessPrepared(
  ownerUrl: string,
  schema: string,
  fingerprint: string,
  work: () => Promise<void>,
): Promise<void> {
  const note = NOTE + fingerprint
  const [known] = await query<{ note: string | null }>(
    ownerUrl,
    `SELECT obj_description(oid, 'pg_namespace') AS note FROM pg_namespace WHERE nspname = ${pg.escapeLiteral(schema)}`,
  )
  if (known?.note === note) return
  await work()
  await query(ownerUrl, `COMMENT ON SCHEMA ${pg.escapeIdentifier(schema)} IS ${pg.escapeLiteral(note)}`)
}

/** Of files, and of folders of files: another one when a name or a byte of them is another. */
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

// A connection for each: one that waited for the work in between could break unheard.
async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(sql).finally(() => client.end())).rows
}

const SERVICE_OF: Readonly<Record<Owner, ServiceName>> = {
  auth: 'auth',
  rooms: 'rooms',
  engine: 'game-engine',
  library: 'library',
  commerce: 'commerce',
  moderation: 'moderation',
}

/** What a service runs on its schema before it may start, and the files and folders that say what comes of it. */
interface Preparation {
  readonly chores: readonly LaunchOptions[]
  readonly from: readonly string[]
}

/**
 * Gives every owner its schema, has each service bring its own up to date, and the library take the GIFs of `manifest`, a
 * file. What is known to have been done is left out: loading six services to find nothing to do takes seconds.
 */
export async function prepareSchemas(
  launcher: Launcher,
  options: ProvisionOptions & { readonly manifest: string },
): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const schemas = await provision(options)
  const prepare = async (owner: Owner): Promise<void> => {
    const { chores, from } = preparationOf(owner, schemas[owner], options.manifest)
    await unlessPrepared(schemas[owner].ownerUrl, owner, await fingerprintOf(from), async () => {
      for (const chore of chores) await launcher.run(chore)
    })
  }
  await all(...OWNERS.map(prepare))
  return schemas
}

function preparationOf(owner: Owner, { ownerUrl, appUrl }: SchemaAccess, manifest: string): Preparation {
  const service = SERVICE_OF[owner]
  const chore = (entry: 'migrate' | 'seed', env: NodeJS.ProcessEnv, ...args: string[]): LaunchOptions => ({
    name: `${service}-${entry}`,
    command: process.execPath,
    args: [entryOf(service, entry), ...args],
    env: { ...process.env, ...env },
    ours: true,
  })
  const migrate = chore('migrate', { MIGRATE_URL: ownerUrl })
  // The entry as well: what else it does once it has migrated, as the engine's does, is done when it is new.
  const migrations = [`${ROOT}services/${service}/migrations`, entryOf(service, 'migrate')]
  if (owner !== 'library') return { chores: [migrate], from: migrations }
  const seed = chore('seed', { POSTGRES_URL: appUrl }, manifest)
  return { chores: [migrate, seed], from: [...migrations, manifest, entryOf(service, 'seed')] }
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SEASON_DAYS = 90
const TIERS = 10
const POINTS_PER_TIER = 50
const WITHIN_MS = 15_000

/**
 * Gives a new installation a battle pass season and a cup to look at, at the console as an operator would. What is there
 * already stays; whoever has locked the first administrator's account looks after content themselves.
 */
export async function addDemonstration(platform: Pick<Platform, 'url' | 'console'>, say: Say, nowMs: number): Promise<void> {
  const { url, console } = platform
  const call = async <T>(path: string, method = 'GET', body?: unknown, token?: string): Promise<T | undefined> => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok) say(`The demonstration is left out: ${path} answers ${response.status}`)
    return response.ok ? ((await response.json()) as T) : undefined
  }
  const credentials = { username: console.administrator, password: console.password }
  const token = (await call<AdminLoginAnswer>('/adminlogin', 'POST', credentials))?.token
  if (token === undefined) return

  const known = await call<Seasons>('/admin/pass/seasons', 'GET', undefined, token)
  if (known?.seasons.length === 0) {
    const id = randomUUID()
    await call(`/admin/pass/seasons/${id}`, 'PUT', demonstrationSeason(nowMs), token)
    await call(`/admin/pass/seasons/${id}/publish`, 'POST', undefined, token)
  }
  const cups = await call<CupsPage>('/admin/cups', 'GET', undefined, token)
  const ahead = cups?.results.some(({ state }) => state !== 'finished' && state !== 'cancelled')
  if (cups && !ahead) await call('/admin/cups', 'POST', demonstrationCup(nowMs), token)
  await call('/admin/logout', 'POST', undefined, token)
}

/** A season that runs since today, with GIF saves for everybody and Wild Cards for pass holders. */
export const demonstrationSeason = (nowMs: number): SeasonEdit => ({
  name: 'Opening season',
  starts_at: new Date(nowMs - (nowMs % DAY_MS)).toISOString(),
  ends_at: new Date(nowMs - (nowMs % DAY_MS) + SEASON_DAYS * DAY_MS).toISOString(),
  points_played: 10,
  points_won: 10,
  tiers: Array.from({ length: TIERS }, (_, at) => ({
    tier: at + 1,
    points: (at + 1) * POINTS_PER_TIER,
    free_reward: at % 2 === 0 ? { item: 'gif_saves' as const, units: 1 } : null,
    pass_reward: { item: 'wild_cards' as const, units: at + 1 === TIERS ? 10 : 2 },
  })),
  version: 0,
})

/** A small cup that begins in two hours, on the hour. */
export const demonstrationCup = (nowMs: number): CupCreation => ({
  id: randomUUID(),
  name: 'Open cup',
  mode: 'rush',
  category: 'default',
  capacity: 8,
  starts_at: new Date(nowMs - (nowMs % HOUR_MS) + 2 * HOUR_MS).toISOString(),
})
