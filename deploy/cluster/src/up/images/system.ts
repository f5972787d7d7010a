import { createHash } from 'node:crypto'
import { access, appendFile, chmod, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { ROOT } from '../../helm.js'
import { run, type Say } from '../commands.js'
import { PLACES } from '../places.js'

const SUITE = 'trixie'
const MIRROR = 'http://deb.debian.org/debian'
const PACKAGES = ['ca-certificates', 'ffmpeg', 'postgresql-client-17', 'redis-server']
const DEBIAN_WITHIN_MS = 20 * 60_000
const STEP_WITHIN_MS = 5 * 60_000
const USELESS = ['var/cache/apt/archives', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']
/** PostgreSQL starts only for a user that has a name. The chart's is 999. */
const STORE_USER = 'store:x:999:999::/nonexistent:/usr/sbin/nologin\n'

/** Makes the bottom layer of all images, once: Debian with Node, Redis and ffmpeg. Resolves to its tar archive. */
export async function makeSystem(say: Say): Promise<string> {
  const version = await nodeVersion()
  const key = createHash('sha256')
    .update(JSON.stringify([SUITE, PACKAGES, version, STORE_USER]))
    .digest('hex')
    .slice(0, 12)
  const archive = `${PLACES.cache}/system-${key}.tar`
  if (await isThere(archive)) return archive
  say(`Making a Debian with Node ${version}`)
  const folder = `${PLACES.home}/system`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // Its own namespaces: mounts and daemons of the installation end with it.
  await run(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', 'nice', '-n', '10'],
      ...['debootstrap', '--variant=minbase', `--include=${PACKAGES.join(',')}`, SUITE, folder, MIRROR],
    ],
    { withinMs: DEBIAN_WITHIN_MS },
  )
  await addNode(version, folder)
  await appendFile(`${folder}/etc/passwd`, STORE_USER)
  const leftOut = ['proc/*', 'sys/*', 'dev/*', ...USELESS].map((path) => `--exclude=./${path}`)
  await mkdir(PLACES.cache, { recursive: true })
  await run('tar', ['--numeric-owner', ...leftOut, '-C', folder, '-cf', `${folder}.tar`, '.'], {
    withinMs: STEP_WITHIN_MS,
  })
  await rename(`${folder}.tar`, archive)
  await rm(folder, { recursive: true })
  return archive
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The version that the images are built on. */
async function nodeVersion(): Promise<string> {
  const dockerfile = await readFile(`${ROOT}deploy/docker/services.Dockerfile`, 'utf8')
  const version = /^ARG BASE=node:([\d.]+)-/m.exec(dockerfile)?.[1]
  if (version === undefined) throw new Error('services.Dockerfile has no version of Node')
  return version
}

async function addNode(version: string, system: string): Promise<void> {
  const folder = `${system}/tmp/node`
  await mkdir(folder, { recursive: true })
  const within = { cwd: folder, withinMs: STEP_WITHIN_MS }
  const packed = await run('npm', ['pack', '--silent', `node-linux-${process.arch}@${version}`], within)
  await run('tar', ['-xzf', packed.trim().split('\n').at(-1) ?? ''], within)
  await mkdir(`${system}/usr/local/bin`, { recursive: true })
  await copyFile(`${folder}/package/bin/node`, `${system}/usr/local/bin/node`)
  await chmod(`${system}/usr/local/bin/node`, 0o755)
  await rm(folder, { recursive: true })
}
