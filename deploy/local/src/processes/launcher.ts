import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure, ROOT } from '../root.js'

export interface GuardianMessage {
  readonly pid: number
  /** How to end it; null for one that notices the launcher's death by itself; absent: forget it. */
  readonly signal?: NodeJS.Signals | null
}

/**
 * A process of its own that ends the watched ones when this process dies in a way that lets it do nothing, such as
 * SIGKILL. First those that notice by themselves are waited for, so that they can still write to their stores.
 */
export interface Guardian {
  watch(pid: number, signal: NodeJS.Signals | null): void
  forget(pid: number): void
  close(): Promise<void>
}

export function createGuardian(): Guardian {
  const child = spawn(process.execPath, [`${ROOT}deploy/local/dist/processes/guardian-main.js`], {
    detached: true,
    // A pipe and not a channel: what was written stays to be read, even if this process dies before that one is up.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(child, 'exit')
  const pipe = child.stdin as Socket
  // If the guardian is gone there is nobody to tell.
  pipe.on('error', () => undefined)
  child.unref()
  pipe.unref()
  const tell = (message: GuardianMessage): void => {
    if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`)
  }
  return {
    watch: (pid, signal) => tell({ pid, signal }),
    forget: (pid) => tell({ pid }),
    async close() {
      child.ref()
      pipe.end()
      await exited
    },
  }
}

export interface LaunchOptions {
  /** Names the process and its log. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Whom to run as, where this process may choose. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** What asks it to end. */
  readonly stopSignal?: NodeJS.Signals
  /** A process of ours: it has a channel to this one, and stops when the channel closes. */
  readonly ours?: boolean
  /** What a process of ours says by the channel. */
  readonly onMessage?: (message: unknown) => void
}

/** A running child process. */
export interface Launched {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  /** Resolves once it has ended, with how. */
  readonly exited: Promise<string>
  running(): boolean
  signal(name: NodeJS.Signals): void
  /** Asks it to end and waits; after `withinMs` it is killed. */
  stop(withinMs?: number): Promise<void>
  /** The last lines it wrote. */
  tail(lines?: number): string
}

export interface Launcher {
  launch(options: LaunchOptions): Launched
  /** Runs to the end; rejects with what it wrote last if it fails. */
  run(options: LaunchOptions): Promise<void>
  close(): Promise<void>
}

const STOP_WITHIN_MS = 25_000

/**
 * Starts processes that write to `logDirectory`, each in a process group of its own, so that Ctrl-C in a terminal
 * reaches the launcher alone, which then ends them in order.
 */
export function createLauncher(logDirectory: string): Launcher {
  mkdirSync(logDirectory, { recursive: true })
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
      tail: (lines = 15) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n'),
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
// Far longer than a process takes, unless a dozen of them start at once on a small machine.
const STARTS_WITHIN_MS = 60_000

/** Waits until `ready` answers true. Rejects with the log's end when the process ends first or takes too long. */
export async function waitUntil(
  launched: Launched,
  ready: () => Promise<boolean>,
  withinMs = STARTS_WITHIN_MS,
): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await ready().catch(() => false))) {
    if (!launched.running()) {
      throw new LocalFailure(`${launched.name} ended at once (${await launched.exited}):\n${launched.tail()}`)
    }
    if (Date.now() > end) throw new LocalFailure(`${launched.name} is not ready yet:\n${launched.tail()}`)
    await sleep(POLL_MS)
  }
}
