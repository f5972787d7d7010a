import { createGrpcClient, KlaError, type CallContext, type Identity, type Metrics } from '@kla/chassis'
import { LibraryServiceService, type SavedGif } from '@kla/proto'
import type { Category } from '@kla/proto/web'
import type { Clip } from '../domain/index.js'
import type { Rotation } from '../store/pool-store.js'

/** What the engine asks of the library for its battles. */
export interface Rotations {
  /** The GIFs of a category, or undefined when they are what they were at `knownVersion`. */
  listRotation(category: Category, knownVersion: string): Promise<Rotation | undefined>
}

/** What the engine asks of the library on behalf of a caller. */
export interface SavedGifs {
  /** One of the caller's saved GIFs. Rejects with NOT_IN_LIBRARY. */
  find(gifUrl: string, context: CallContext): Promise<Clip>
  /** Saves a GIF, once for each command, and spends one GIF save for it. Answers the first call's GIF to a repeat. */
  save(commandId: string, gif: Clip, context: CallContext): Promise<Clip>
  /** What was saved by a command of the caller, if it is known; rejects as `save` did if that was refused. */
  savedBy(commandId: string, context: CallContext): Promise<Clip | undefined>
}

export interface Library extends Rotations, SavedGifs {
  close(): void
}

/** A Wild Card is looked up and then held: both must fit into what its player's gateway waits. */
const FIND_WITHIN = { deadlineMs: 1_000, attemptMs: 400 } as const
/** The library asks commerce meanwhile. */
const SAVE_WITHIN = { deadlineMs: 2_500, attemptMs: 1_800 } as const

export function createLibraryClient(options: { address: string; identity: Identity; metrics: Metrics }): Library {
  const client = createGrpcClient({ definition: LibraryServiceService, deadlineMs: 2_000, ...options })
  return {
    async listRotation(category, knownVersion) {
      const { gifs, version, unchanged } = await client.listRotation({ category, knownVersion })
      if (unchanged) return undefined
      return { version, gifs: [...new Map(gifs.map((gif) => [gif.id, gif])).values()] }
    },
    find: async (gifUrl, context) =>
      clipOf(await client.findSavedGif({ gifUrl }, { ...context, ...FIND_WITHIN })),
    save: async (commandId, { gifUrl, thumbnail }, context) =>
      clipOf(await client.saveGif({ commandId, gifUrl, thumbnail }, { ...context, ...SAVE_WITHIN })),
    savedBy: async (commandId, context) => {
      try {
        return clipOf(await client.getSave({ commandId }, context))
      } catch (error) {
        if (error instanceof KlaError && error.reason === 'NOT_FOUND') return undefined
        throw error
      }
    },
    close: () => client.close(),
  }
}

const clipOf = ({ gifUrl, thumbnail }: SavedGif): Clip => ({ gifUrl, thumbnail })
