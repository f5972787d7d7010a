import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createPorts, ROOT } from '@kla/local'
import { eventually, infrastructure, sized } from '@kla/testkit'

/** `npm start` as a supervisor or a background shell uses it: signals reach npm's own process alone, not a whole terminal. */

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-npm-start-'))
  // PostgreSQL may run as another user, who must reach its data.
  await chmod(directory, 0o711)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

let launched: readonly ProcessLine[] = []
// A test that fails must not leave a platform behind.
afterEach(async () => {
  const now = await processes()
  for (const { pid, startedAt } of launched) {
    if (now.some((one) => one.pid === pid && one.startedAt === startedAt)) process.kill(pid, 'SIGKILL')
  }
})

interface ProcessLine {
  readonly pid: number
  readonly parent: number
  /** In ticks since the machine has started: with the id, it names a process for good. */
  readonly startedAt: string
}

/** Every running process; zombies have ended. */
async function processes(): Promise<ProcessLine[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [state, parent, startedAt] = [fields[0], fields[1], fields[19]]
      if (state === undefined || parent === undefined || startedAt === undefined || state === 'Z') return []
      return [{ pid: Number(pid), parent: Number(parent), startedAt }]
    }),
  )
  return lines.flat()
}

/** A process with all that it has started, and what those have started. */
async function treeOf(pid: number): Promise<ProcessLine[]> {
  const all = await processes()
  const below = (of: number): ProcessLine[] =>
    all.filter(({ parent }) => parent === of).flatMap((child) => [child, ...below(child.pid)])
  return [...all.filter((one) => one.pid === pid), ...below(pid)]
}

async function start(): Promise<ChildProcess> {
  const { postgresUrl: _own, ...given } = infrastructure()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: {
      ...process.env,
      REDIS_URL: given.redisUrl,
      NATS_URL: given.natsUrl,
      // One of its own: to be ended as well.
      POSTGRES_URL: '',
      PORT: String(await createPorts().take('npm-start')),
      DATA_DIRECTORY: directory,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => (line.startsWith('Kla is open at ') ? resolve() : void printed.push(line)))
    lines.on('close', () => reject(new Error(`npm start ended before it was ready:\n${printed.join('\n')}`)))
  })
  return child
}

describe('npm start', () => {
  test.each(sized(['SIGTERM', 'SIGKILL'] as const, ['SIGTERM', 'SIGINT', 'SIGKILL'] as const))(
    'ends everything it has started when only its own process receives %s',
    async (signal) => {
      const npm = await start()
      const started = (launched = await treeOf(npm.pid as number))
      // npm, the launcher and its guardian, PostgreSQL, the stand-ins, and nine services.
      expect(started.length).toBeGreaterThan(13)
      const exited = once(npm, 'exit')
      npm.kill(signal)
      await exited
      const left = async (): Promise<ProcessLine[]> => {
        const now = await processes()
        return started.filter((one) => now.some(({ pid, startedAt }) => pid === one.pid && startedAt === one.startedAt))
      }
      await eventually(async () => expect(await left()).toEqual([]), 40_000)
    },
    120_000,
  )
})
