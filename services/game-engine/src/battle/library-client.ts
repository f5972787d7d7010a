import { type CallContext, createGrpcClient, type Identity, KlaError, type Metrics } from '@kla/chassis'
import { type Acts, LibraryServiceService, type SavedGif } from '@kla/proto'
import type { Category, LabelledActs, LimitsOfPair } from '@kla/proto/web'
import type { Clip, RotationGif, SavedClip } from './rules/battle.js'

/** Rotation of a category and its version. */
export interface Rotation {
  readonly version: string
  readonly gifs: readonly RotationGif[]
}

/** Reads which GIFs are in rotation. */
export interface Rotations {
  /** Undefined if still at `knownVersion`. */
  listRotation(category: Category, knownVersion: string): Promise<Rotation | undefined>
}

/** The library's GIFs of players. */
export interface SavedGifs {
  find(gifUrl: string, context: CallContext): Promise<SavedClip>
  list(context: CallContext): Promise<readonly ListedGif[]>
  save(commandId: string, gif: Clip, context: CallContext): Promise<Clip>
  savedBy(commandId: string, context: CallContext): Promise<Clip | undefined>
}

export interface ListedGif extends SavedClip {
  readonly id: number
}

/** The library's limits of players. */
export interface LimitsCards {
  /** Limits of both, with decoys; only the library knows whose. */
  uniteLimits(accountIds: readonly number[], context: CallContext): Promise<LimitsOfPair>
}

/** The library, as the engine uses it. */
export interface Library extends Rotations, SavedGifs, LimitsCards {
  close(): void
}

const READ_WITHIN = { deadlineMs: 1_000, attemptMs: 400 } as const
/** Leaves the library time to call commerce. */
const SAVE_WITHIN = { deadlineMs: 2_500, attemptMs: 1_800 } as const

export function createLibraryClient(options: { address: string; identity: Identity; metrics: Metrics }): Library {
  const client = createGrpcClient({ definition: LibraryServiceService, deadlineMs: 2_000, ...options })
  return {
    async listRotation(category, knownVersion) {
      const { gifs, version, unchanged } = await client.listRotation({ category, knownVersion })
      if (unchanged) return undefined
      const known = gifs.map(({ id, gifUrl, thumbnail, acts }) => ({ id, gifUrl, thumbnail, acts: labelledActs(acts) }))
      return { version, gifs: [...new Map(known.map((gif) => [gif.id, gif])).values()] }
    },
    find: async (gifUrl, context) => savedClip(await client.findSavedGif({ gifUrl }, { ...context, ...READ_WITHIN })),
    async list(context) {
      const { gifs } = await client.listSavedGifs({}, context)
      return gifs.map((gif) => ({ id: gif.id, ...savedClip(gif) }))
    },
    async uniteLimits(accountIds, context) {
      const { no, soft, decoys } = await client.uniteLimits(
        { accountIds: [...accountIds] },
        { ...context, ...READ_WITHIN },
      )
      return { no, soft, decoys }
    },
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

const labelledActs = (acts: Acts | undefined): LabelledActs => acts?.acts ?? null

const savedClip = (gif: SavedGif): SavedClip => ({ ...clipOf(gif), acts: labelledActs(gif.acts) })

const clipOf = ({ gifUrl, thumbnail }: SavedGif): Clip => ({ gifUrl, thumbnail })
