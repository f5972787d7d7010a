import type { Logger } from '@kla/chassis'
import { gifAddress } from '../domain/gif-address.js'
import type { ContentGuard } from '../media/content-guard.js'
import type { BlockStore } from '../store/block-store.js'

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

  return {
    refresh,
    addressBlocked: (address) => addresses.has(address),
    contentBlocked: (sourceDigest) => digests.has(sourceDigest),
    async foundBlocked(address, sourceDigest) {
      try {
        await store.block(address, sourceDigest)
        await refresh()
        log.info({ sourceDigest }, 'blocked content has come back from another address')
      } catch (error) {
        // It is refused all the same, and told again when it is next asked for.
        log.warn({ err: error }, 'an address with blocked content could not be stored')
      }
    },
    fetched(address, sourceDigest) {
      store.note(address, sourceDigest).catch((err: unknown) => log.warn({ err }, 'what an address holds was not noted'))
    },
  }
}
