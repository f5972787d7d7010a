import type { Redis } from '@kla/chassis'
import type { Category } from '@kla/proto/web'
import type { Gif } from '../domain/index.js'

export interface Rotation {
  readonly version: string
  readonly gifs: readonly Gif[]
}

/** The last rotation that any pod has seen, for pods that start while the library is down. */
export interface PoolStore {
  read(category: Category): Promise<Rotation | undefined>
  write(category: Category, rotation: Rotation): Promise<void>
}

export function createPoolStore(redis: Redis, prefix: string): PoolStore {
  const key = (category: Category): string => `${prefix}{pool}:${category}`
  return {
    async read(category) {
      const text = await redis.get(key(category))
      return text === null ? undefined : (JSON.parse(text) as Rotation)
    },
    async write(category, rotation) {
      await redis.set(key(category), JSON.stringify(rotation))
    },
  }
}
