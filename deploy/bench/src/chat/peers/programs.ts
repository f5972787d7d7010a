import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ROOT } from '@kla/local'

const run = promisify(execFile)

/** Servers that `chat` measures beside ours, and the Go package of each. */
const PACKAGES = {
  centrifugo: 'github.com/centrifugal/centrifugo/v6',
  nakama: 'github.com/heroiclabs/nakama/v3',
} as const

export type PeerName = keyof typeof PACKAGES

const GO = ['go', '/usr/local/go/bin/go', '/opt/homebrew/bin/go']
const BUILT_WITHIN_MS = 20 * 60_000

const sourceOf = (name: PeerName): string => `${ROOT}deploy/bench/peers/${name}`

async function pathOf(name: PeerName): Promise<string> {
  const sums = await readFile(`${sourceOf(name)}/go.sum`)
  return `${ROOT}.local/tools/${name}-${createHash('sha256').update(sums).digest('hex').slice(0, 12)}`
}

/** Finds a peer that was built. */
export async function findPeer(name: PeerName): Promise<string | undefined> {
  const path = await pathOf(name)
  return access(path).then(
    () => path,
    () => undefined,
  )
}

/** Builds what is missing, once for each go.sum. A peer that cannot be built is said and left out. */
export async function buildPeers(say: (line: string) => void): Promise<void> {
  for (const name of Object.keys(PACKAGES) as PeerName[]) {
    if (await findPeer(name)) continue
    say(`Building ${name} (minutes, once)`)
    await build(name).catch((error: Error & { stderr?: string }) => {
      const [reason] = (error.stderr || error.message).trim().split('\n').slice(-1)
      say(`SKIPPED: ${name} could not be built, so nothing compares chat with it: ${reason}`)
    })
  }
}

async function build(name: PeerName): Promise<void> {
  const path = await pathOf(name)
  const go = await Promise.any(GO.map((command) => run(command, ['version']).then(() => command))).catch(() => {
    throw new Error('Go is not on this machine')
  })
  await mkdir(`${ROOT}.local/tools`, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const flags = ['-p', '2', '-trimpath', '-ldflags=-s -w', '-o', unfinished]
  await run('nice', ['-n', '10', go, 'build', ...flags, PACKAGES[name]], {
    cwd: sourceOf(name),
    env: { ...process.env, CGO_ENABLED: '0' },
    timeout: BUILT_WITHIN_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
  await rename(unfinished, path)
}
