import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePrivateDirectory } from '../private-directory.js'
import { LocalFailure, ROOT } from '../root.js'

/** Message to the guardian about a process. */
export interface GuardianMessage {
  readonly pid: number
  /** null: notices the launcher's death itself; absent: unwatched. */
  readonly signal?: NodeJS.Signals | null
}

/** Ends processes if the launcher is killed. */
export interface Guardian {
  watch(pid: number, signal: NodeJS.Signals | null): void
  forget(pid: number): void
  close(): Promise<void>
}

export function createGuardian(): Guardian {
  const child = spawn(process.execPath, [`${ROOT}deploy/local/dist/processes/guardian-main.js`], {
    detached: true,
    // Pipes keep data after this process dies.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(child, 'exit')
  const pipe = child.stdin as Socket
  pipe.on('error', () => undefined)
  child.unref()
  pipe.unref()
  const send = (message: GuardianMessage): void => {
    if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`)
  }
  return {
    watch: (pid, signal) => send({ pid, signal }),
    forget: (pid) => send({ pid }),
    async close() {
      child.ref()
      pipe.end()
      await exited
    },
  }
}

export interface LaunchOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly stopSignal?: NodeJS.Signals
  /** Has a channel and stops when it closes. */
  readonly ours?: boolean
  readonly onMessage?: (message: unknown) => void
}

/** A launched process and its end. */
export interface Launched {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  readonly exited: Promise<string>
  running(): boolean
  signal(name: NodeJS.Signals): void
  stop(withinMs?: number): Promise<void>
  tail(): string
}

/** Starts processes and ends them with this one. */
export interface Launcher {
  launch(options: LaunchOptions): Launched
  run(options: LaunchOptions): Promise<void>
  close(): Promise<void>
}

const STOP_WITHIN_MS = 25_000
const TAIL_LINES = 15

/** Launches each in its own process group. */
export function createLauncher(logDirectory: string): Launcher {
  makePrivateDirectory(logDirectory)
  const guardian = createGuardian()

  const launch = (options: LaunchOptions): Launched => {
    const logFile = join(logDirectory, `${options.name}.log`)
    const log = openSync(logFile, 'a')
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      ...options.user,
      detached: true,
      stdio: options.ours ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
    })
    closeSync(log)
    if (options.onMessage) child.on('message', options.onMessage)
    const exited = ended(child)
    const { pid } = child
    const stopSignal = options.stopSignal ?? 'SIGTERM'
    if (pid !== undefined) {
      guardian.watch(pid, options.ours ? null : stopSignal)
      void exited.then(() => guardian.forget(pid))
    }
    const running = (): boolean => pid !== undefined && child.exitCode === null && child.signalCode === null
    return {
      name: options.name,
      pid: pid ?? -1,
      logFile,
      exited,
      running,
      signal: (name) => void child.kill(name),
      async stop(withinMs = STOP_WITHIN_MS) {
        if (!running()) return
        child.kill(stopSignal)
        const force = setTimeout(() => child.kill('SIGKILL'), withinMs)
        await exited
        clearTimeout(force)
      },
      tail: () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n'),
    }
  }

  return {
    launch,
    async run(options) {
      const launched = launch(options)
      const how = await launched.exited
      if (how !== 'code 0') throw new LocalFailure(`${options.name} failed (${how}):\n${launched.tail()}`)
    },
    close: () => guardian.close(),
  }
}

async function ended(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal ?? `code ${code}`
  } catch (error) {
    return (error as Error).message
  }
}

const POLL_MS = 40
const STARTS_WITHIN_MS = 60_000

/** Rejects with the log's tail. */
export async function waitUntil(launched: Launched, ready: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + STARTS_WITHIN_MS
  while (!(await ready().catch(() => false))) {
    if (!launched.running()) {
      throw new LocalFailure(`${launched.name} ended at once (${await launched.exited}):\n${launched.tail()}`)
    }
    if (Date.now() > end) throw new LocalFailure(`${launched.name} is not ready yet:\n${launched.tail()}`)
    await sleep(POLL_MS)
  }
}
