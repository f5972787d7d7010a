import type { Logger } from '@kla/chassis'
import { CATEGORIES, type Category } from '@kla/proto/web'
import type { Rotations } from '../clients/library.js'
import type { Gif } from '../domain/index.js'
import type { PoolStore, Rotation } from '../store/pool-store.js'

/** The GIFs in rotation, at hand for every decision. Old ones are better than none. */
export interface RotationPools {
  /** The GIFs of a category. Asks the library first if this pod knows of none; empty only if nobody ever knew any. */
  of(category: Category): Promise<readonly Gif[]>
  /** Asks the library for all categories. Does not throw. */
  refresh(): Promise<void>
}

export function createRotationPools(options: {
  library: Rotations
  store: PoolStore
  log: Logger
}): RotationPools {
  const { library, store, log } = options
  const pools = new Map<Category, Rotation>()
  const asking = new Map<Category, Promise<void>>()

  /** Many battles may want the same rotation at once; the library is asked once. */
  function refreshOne(category: Category): Promise<void> {
    const answer = asking.get(category) ?? ask(category).finally(() => asking.delete(category))
    asking.set(category, answer)
    return answer
  }

  async function ask(category: Category): Promise<void> {
    const known = pools.get(category)
    try {
      const rotation = await library.listRotation(category, known?.version ?? '')
      if (!rotation) return
      pools.set(category, rotation)
      if (rotation.gifs.length > 0) await store.write(category, rotation)
    } catch (error) {
      log.warn({ err: error, category }, 'the rotation cannot be refreshed')
      if (!known) await recall(category)
    }
  }

  async function recall(category: Category): Promise<void> {
    try {
      const rotation = await store.read(category)
      // Without the version, so that the next refresh asks for everything.
      if (rotation) pools.set(category, { version: '', gifs: rotation.gifs })
    } catch (error) {
      log.warn({ err: error, category }, 'no rotation is remembered')
    }
  }

  return {
    async of(category) {
      if (!pools.get(category)?.gifs.length) await refreshOne(category)
      return pools.get(category)?.gifs ?? []
    },
    async refresh() {
      await Promise.all(CATEGORIES.map(refreshOne))
    },
  }
}
