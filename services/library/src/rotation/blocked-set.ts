import type { Logger } from '@kla/chassis'
import type { ContentGuard } from '../media/index.js'
import { createSingleFlight } from '../shared/concurrency.js'
import { gifAddress } from '../shared/rules.js'
import type { BlockStore } from './block-store.js'

/** Guard that follows the blocks of all pods. */
export interface BlockedSet extends ContentGuard {
  refresh(): Promise<void>
}

/** Takes about 300 bytes for an address and digest. */
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
      // Invented addresses are endless: refused by content, not stored.
      if (!(await store.isOurs(address))) return
      await store.block(address, { digest: sourceDigest })
      await refresh()
      log.info({ sourceDigest }, 'blocked content has come back from another address')
    } catch (error) {
      // Refused anyway, and stored when found again.
      log.warn({ err: error }, 'an address with blocked content could not be stored')
    }
  }

  const foundBlocked = async (address: string, sourceDigest: string): Promise<void> => {
    if (!addresses.has(address)) await blockOnce(address, () => block(address, sourceDigest))
  }

  const note = async (address: string, sourceDigest: string): Promise<void> => {
    try {
      // Another pod has just blocked it.
      if (!(await store.note(address, sourceDigest))) return
      await refresh()
      await foundBlocked(address, sourceDigest)
    } catch (error) {
      log.warn({ err: error }, 'what an address holds was not noted')
    }
  }

  const foundFlashing = async (address: string, sourceDigest: string): Promise<void> => {
    try {
      const taken = await store.takeOutFlashing(address, sourceDigest)
      if (taken > 0) log.info({ sourceDigest, taken }, 'flashing GIFs were taken out of rotation')
    } catch (error) {
      log.warn({ err: error }, 'flashing GIFs could not be taken out of rotation')
    }
  }

  const foundUnplayable = async (address: string, refusal: string): Promise<void> => {
    try {
      const taken = await store.takeOutUnplayable(address, refusal)
      if (taken > 0) log.info({ refusal, taken }, 'a GIF that cannot be played is no longer dealt')
    } catch (error) {
      log.warn({ err: error }, 'a GIF that cannot be played is still dealt')
    }
  }

  const foundSilent = async (address: string): Promise<void> => {
    try {
      if ((await store.takeOutSilent(address)) > 0) log.info({}, 'a GIF whose host has no file is no longer dealt')
    } catch (error) {
      log.warn({ err: error }, 'a GIF whose host has no file is still dealt')
    }
  }

  return {
    refresh,
    foundFlashing,
    foundUnplayable,
    foundSilent,
    addressBlocked: (address) => addresses.has(address),
    contentBlocked: (sourceDigest) => digests.has(sourceDigest),
    foundBlocked,
    fetched: (address, sourceDigest) => void note(address, sourceDigest),
  }
}
