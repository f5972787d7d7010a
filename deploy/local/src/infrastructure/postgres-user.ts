import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { LocalFailure } from '../failure.js'

const run = promisify(execFile)

/** Where PostgreSQL stands and as whom it runs. */
export interface PostgresHome {
  /** Holds `bin` and `lib`. */
  readonly programs: string
  readonly data: string
  readonly user?: { readonly uid: number; readonly gid: number }
}

/**
 * PostgreSQL refuses to run as root. A root user's PostgreSQL runs as `postgres` where that user exists and as `nobody`
 * elsewhere; programs and data that this user could not reach (below a home of mode 700) are kept under /var/lib/kla.
 */
export async function postgresHome(programs: string, data: string): Promise<PostgresHome> {
  if (process.getuid?.() !== 0) {
    await mkdir(data, { recursive: true, mode: 0o700 })
    return { programs, data }
  }
  const user = (await findUser('postgres')) ?? (await findUser('nobody'))
  if (!user) throw new LocalFailure('PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.')
  const home = {
    programs: (await reachable(programs)) ? programs : await copyOf(programs),
    data: (await reachable(dirname(data))) ? data : join(await shared(data), 'data'),
    user,
  }
  await mkdir(home.data, { recursive: true, mode: 0o700 })
  await chown(home.data, user.uid, user.gid)
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

/** Whether anybody may pass through this folder and all above it. */
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
  // Whatever the umask is: this is the one place that the other user must be able to enter.
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
