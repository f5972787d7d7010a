import type { Logger } from '@kla/chassis'
import { gifAddress } from '../shared/rules.js'
import type { ContentGuard } from '../media/index.js'
import { createSingleFlight } from '../shared/concurrency.js'
import type { BlockStore } from './block-store.js'

export interface BlockedSet extends ContentGuard {
  /** Learns what has been blocked meanwhile, here or by another pod. */
  refresh(): Promise<void>
}

/**
 * All that is blocked, in memory: an address and a digest take about 300 bytes together. Other pods' blocks come with
 * the next `refresh`.
 */
export function createBlockedSet(store: BlockStore, log: Logger): BlockedSet {
  const addresses = new Set<string>()
  const digests = new Set<string>()
  let revision = -1

  const refresh = async (): Promise<void> => {
    const blocks = await store.since(revision)
    if (!blocks) return
    for (const address of blocks.addresses) addresses.add(gifAddress(address) ?? address)
    for (const digest of blocks.digests) digests.add(digest)
    revision = blocks.revision
  }

  const blockOnce = createSingleFlight<void>()
  const block = async (address: string, sourceDigest: string): Promise<void> => {
    try {
      // Anybody can make up addresses without end; those are refused for what they hold, and leave nothing behind.
      if (!(await store.isOurs(address))) return
      await store.block(address, { digest: sourceDigest })
      await refresh()
      log.info({ sourceDigest }, 'blocked content has come back from another address')
    } catch (error) {
      // It is refused all the same, and told again when it is next found.
      log.warn({ err: error }, 'an address with blocked content could not be stored')
    }
  }

  const foundBlocked = async (address: string, sourceDigest: string): Promise<void> => {
    if (!addresses.has(address)) await blockOnce(address, () => block(address, sourceDigest))
  }

  const note = async (address: string, sourceDigest: string): Promise<void> => {
    try {
      // Blocked by another pod, of which this one has not heard yet.
      if (!(await store.note(address, sourceDigest))) return
      await refresh()
      await foundBlocked(address, sourceDigest)
    } catch (error) {
      log.warn({ err: error }, 'what an address holds was not noted')
    }
  }

  return {
    refresh,
    addressBlocked: (address) => addresses.has(address),
    contentBlocked: (sourceDigest) => digests.has(sourceDigest),
    foundBlocked,
    fetched: (address, sourceDigest) => void note(address, sourceDigest),
  }
}
