import type { Logger, Redis } from '@kla/chassis'
import { CATEGORIES, type Category, type LabelledActs } from '@kla/proto/web'
import type { Rotation, Rotations } from './library-client.js'
import type { Gif, RotationGif } from './rules/battle.js'

/** Cached GIFs in rotation; outdated ones are better than none. */
export interface RotationPools {
  /** Empty only if none were ever known. */
  of(category: Category): Promise<readonly RotationGif[]>
  refresh(): Promise<void>
}

export function createRotationPools(options: { library: Rotations; store: PoolStore; log: Logger }): RotationPools {
  const { library, store, log } = options
  const pools = new Map<Category, Rotation>()
  const asking = new Map<Category, Promise<void>>()

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

/** Last known rotation, for pods that start while the library is down. */
export interface PoolStore {
  read(category: Category): Promise<Rotation | undefined>
  write(category: Category, rotation: Rotation): Promise<void>
}

interface RememberedRotation {
  readonly version: string
  readonly gifs: readonly (Gif & { readonly acts?: LabelledActs })[]
}

export function createPoolStore(redis: Redis, prefix: string): PoolStore {
  const key = (category: Category): string => `${prefix}{pool}:${category}`
  return {
    async read(category) {
      const text = await redis.get(key(category))
      if (text === null) return undefined
      const { version, gifs } = JSON.parse(text) as RememberedRotation
      return { version, gifs: gifs.map((gif) => ({ ...gif, acts: gif.acts ?? null })) }
    },
    async write(category, rotation) {
      await redis.set(key(category), JSON.stringify(rotation))
    },
  }
}
