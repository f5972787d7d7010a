import { createGrpcClient, type Metrics } from '@kla/chassis'
import { LibraryServiceService } from '@kla/proto'
import type { Category } from '@kla/proto/web'
import type { Rotation } from '../store/pool-store.js'

/** What the engine asks of the library. */
export interface Rotations {
  /** The GIFs of a category, or undefined when they are what they were at `knownVersion`. */
  listRotation(category: Category, knownVersion: string): Promise<Rotation | undefined>
  close(): void
}

export function createLibraryClient(options: { address: string; metrics: Metrics }): Rotations {
  const client = createGrpcClient({ definition: LibraryServiceService, deadlineMs: 2_000, ...options })
  return {
    async listRotation(category, knownVersion) {
      const { gifs, version, unchanged } = await client.listRotation({ category, knownVersion })
      if (unchanged) return undefined
      return { version, gifs: [...new Map(gifs.map((gif) => [gif.id, gif])).values()] }
    },
    close: () => client.close(),
  }
}
