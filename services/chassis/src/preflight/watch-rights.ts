import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.js'
import type { DependencyName, Metrics } from '../metrics.js'

const ASK_AGAIN_MS = 5_000
/** A store that does not answer yet keeps a new process waiting. */
const UNANSWERED_AGAIN_MS = 200

/** How to ask a store for the rights of this process, and when to stop asking. */
export interface RightsOptions {
  readonly store: DependencyName
  /** Names each missing right. Rejects if the store does not answer. */
  readonly ask: () => Promise<readonly string[]>
  readonly closed: () => boolean
  readonly metrics: Pick<Metrics, 'rights'>
  readonly log: Logger
  readonly askAgainMs?: number
}

/** Asks until the store has given every right; until then the process is not ready. Later losses show in failing calls. */
export async function watchRights(options: RightsOptions): Promise<void> {
  const { store, ask, closed, metrics, log, askAgainMs = ASK_AGAIN_MS } = options
  metrics.rights.set(store, undefined)
  let logged = ''
  while (!closed()) {
    const faults = await ask().catch(() => undefined)
    if (faults !== undefined) metrics.rights.set(store, faults)
    if (faults?.length === 0) return
    if (faults !== undefined && faults.join() !== logged) {
      log.warn({ store, faults }, 'not ready: a store refuses rights that this service needs')
      logged = faults.join()
    }
    await sleep(faults === undefined ? UNANSWERED_AGAIN_MS : askAgainMs, undefined, { ref: false })
  }
}
