import { createGrpcClient, KlaError, type CallContext, type Identity, type Metrics } from '@kla/chassis'
import { RoomsServiceService } from '@kla/proto'
import { CATEGORIES, MODES } from '@kla/proto/web'
import type { RoomSnapshot } from '../domain/index.js'

/** What the engine asks of rooms. */
export interface Seats {
  /**
   * Who sits in a room now; `toPlay` if a battle may be begun by the answer, of which rooms takes note. Rejects with
   * ROOM_NOT_FOUND.
   */
  getRoom(roomId: string, purpose: 'toLook' | 'toPlay', context: CallContext): Promise<RoomSnapshot>
  close(): void
}

export function createRoomsClient(options: { address: string; identity: Identity; metrics: Metrics }): Seats {
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
