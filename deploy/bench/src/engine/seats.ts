import { createGrpcServer, createLogger, createMetrics, KlaError, newId, type Identity } from '@kla/chassis'
import { Room, RoomsServiceService } from '@kla/proto'

/** Says who sits where, as rooms would; an engine asks rooms nothing else. */
export interface Seats {
  readonly port: number
  /** Seats two people in a room of their own; answers its id. */
  open(accountIds: readonly [number, number]): string
}

/** Nobody sees these rooms: they hold what an engine reads. */
export async function createSeats(identity: Identity): Promise<Seats> {
  const rooms = new Map<string, Room>()
  const server = createGrpcServer({
    definition: { getRoom: RoomsServiceService.getRoom },
    identity,
    handlers: {
      getRoom({ roomId }) {
        const room = rooms.get(roomId)
        return room ? Promise.resolve({ room }) : Promise.reject(new KlaError('ROOM_NOT_FOUND'))
      },
    },
    log: createLogger({ service: 'seats', level: 'warn' }),
    metrics: createMetrics('seats'),
  })
  const port = await server.listen('127.0.0.1:0')
  return {
    port,
    open(accountIds) {
      const id = newId()
      const seats = accountIds.map((accountId) => ({ accountId, takenAtMs: 1 }))
      rooms.set(id, Room.fromPartial({ id, mode: 'rush', category: 'default', capacity: 2, version: 1, seats }))
      return id
    },
  }
}
