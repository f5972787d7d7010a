import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  child.unref()
  child.channel?.unref()
  const tell = (message: GuardianMessage): void => {
    if (child.connected) child.send(message)
  }
  return {
    watch: (pid, signal) => tell({ pid, signal }),
    forget: (pid) => tell({ pid }),
    async close() {
      if (child.connected) child.disconnect()
      child.ref()
      await exited
    },
  }
}
