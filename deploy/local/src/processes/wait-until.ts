import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure } from '../failure.js'
import type { Launched } from './launcher.js'

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
