import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export type Say = (line: string) => void

/** A step failed for a reason that the message gives in full. */
export class ClusterFailure extends Error {
  override readonly name = 'ClusterFailure'
}

interface RunOptions {
  readonly withinMs: number
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

const BUFFER_BYTES = 64 * 1024 * 1024
const SAID_LINES = 12

/** Resolves to what a command prints. Throws a {@link ClusterFailure} with its last lines. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { withinMs, ...rest } = options
  return new Promise((resolve, reject) => {
    execFile(
      command,
      [...args],
      { ...rest, timeout: withinMs, killSignal: 'SIGKILL', maxBuffer: BUFFER_BYTES },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout)
        const how = error.killed ? `took more than ${withinMs / 1000} s` : `failed (${error.code ?? error.signal})`
        const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-SAID_LINES).join('\n')
        reject(new ClusterFailure(`${[command, ...args].join(' ').slice(0, 300)} ${how}:\n${said}`))
      },
    )
  })
}

const LOOK_EVERY_MS = 300

export async function waitFor(what: string, withinMs: number, isThere: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + withinMs
  while (!(await isThere().catch(() => false))) {
    if (Date.now() > until) throw new ClusterFailure(`${what}: not after ${withinMs / 1000} s`)
    await sleep(LOOK_EVERY_MS)
  }
}
