import { type CallContext, createGrpcClient, type Identity, KlaError, type Metrics } from '@kla/chassis'
import { LibraryServiceService, RoomsServiceService, type SavedGif } from '@kla/proto'
import { CATEGORIES, type Category, MODES } from '@kla/proto/web'
import type { Clip, Gif } from './rules/battle.js'
import type { RoomSnapshot } from './rules/command.js'

/** What the engine asks of rooms. */
export interface Rooms {
  /**
   * Who sits in a room now; `toPlay` if a battle may be begun by the answer, of which rooms takes note. Rejects with
   * ROOM_NOT_FOUND.
   */
  getRoom(roomId: string, purpose: 'toLook' | 'toPlay', context: CallContext): Promise<RoomSnapshot>
  close(): void
}

export function createRoomsClient(options: { address: string; identity: Identity; metrics: Metrics }): Rooms {
  const client = createGrpcClient({ definition: RoomsServiceService, deadlineMs: 2_000, ...options })
  return {
    async getRoom(roomId, purpose, context) {
      const { room } = await client.getRoom({ roomId, onlyLooks: purpose === 'toLook' }, context)
      if (!room) throw new KlaError('ROOM_NOT_FOUND')
      return {
        version: room.version,
        mode: known(MODES, room.mode),
        category: known(CATEGORIES, room.category),
        seats: room.seats.map(({ accountId, takenAtMs }) => ({ accountId, seatTakenAtMs: takenAtMs })),
      }
    },
    close: () => client.close(),
  }
}

function known<T extends string>(choices: readonly T[], value: string): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new KlaError('INTERNAL', undefined, { cause: new Error(`unknown value ${value}`) })
  return found
}

/** The GIFs of a category; the version tells whether they changed. */
export interface Rotation {
  readonly version: string
  readonly gifs: readonly Gif[]
}

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
