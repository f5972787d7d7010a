import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { ROOT } from '../root.js'

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
