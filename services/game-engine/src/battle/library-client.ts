import { type CallContext, createGrpcClient, type Identity, KlaError, type Metrics } from '@kla/chassis'
import { LibraryServiceService, type SavedGif } from '@kla/proto'
import type { Category } from '@kla/proto/web'
import type { Clip, Gif } from './rules/battle.js'

export interface Rotation {
  readonly version: string
  readonly gifs: readonly Gif[]
}

export interface Rotations {
  /** Undefined when nothing changed since `knownVersion`. */
  listRotation(category: Category, knownVersion: string): Promise<Rotation | undefined>
}

export interface SavedGifs {
  /** Rejects with NOT_IN_LIBRARY. */
  find(gifUrl: string, context: CallContext): Promise<Clip>
  /** Saves a GIF and spends one GIF save, once per command; a repeat gets the first call's GIF. */
  save(commandId: string, gif: Clip, context: CallContext): Promise<Clip>
  /** Undefined if the command is unknown; rejects as `save` did. */
  savedBy(commandId: string, context: CallContext): Promise<Clip | undefined>
}

export interface Library extends Rotations, SavedGifs {
  close(): void
}

const FIND_WITHIN = { deadlineMs: 1_000, attemptMs: 400 } as const
/** The library calls commerce meanwhile. */
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
