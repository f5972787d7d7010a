import { type CallContext, createGrpcClient, type Identity, KlaError, type Metrics } from '@kla/chassis'
import { LibraryServiceService, type RoomResponse, RoomsServiceService, type SavedGif } from '@kla/proto'
import { CATEGORIES, type Category, MODES } from '@kla/proto/web'
import type { Clip, Gif } from './rules/battle.js'
import type { RoomSnapshot } from './rules/command.js'

export interface Rooms {
  /** Rejects with ROOM_NOT_FOUND. */
  getRoom(roomId: string, context: CallContext): Promise<RoomSnapshot>
  /** The room for a ready-up of the calling player, which may begin a battle. Rejects with ROOM_NOT_FOUND. */
  reserveForPlay(roomId: string, context: CallContext): Promise<RoomSnapshot>
  close(): void
}

export function createRoomsClient(options: { address: string; identity: Identity; metrics: Metrics }): Rooms {
  const client = createGrpcClient({ definition: RoomsServiceService, deadlineMs: 2_000, ...options })
  return {
    getRoom: async (roomId, context) => fromProto(await client.getRoom({ roomId }, context)),
    reserveForPlay: async (roomId, context) => fromProto(await client.reserveForPlay({ roomId }, context)),
    close: () => client.close(),
  }
}

function fromProto({ room }: RoomResponse): RoomSnapshot {
  if (!room) throw new KlaError('ROOM_NOT_FOUND')
  return {
    version: room.version,
    mode: known(MODES, room.mode),
    category: known(CATEGORIES, room.category),
    seats: room.seats.map(({ accountId, takenAtMs }) => ({ accountId, seatTakenAtMs: takenAtMs })),
  }
}

function known<T extends string>(choices: readonly T[], value: string): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new KlaError('INTERNAL', undefined, { cause: new Error(`unknown value ${value}`) })
  return found
}

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
