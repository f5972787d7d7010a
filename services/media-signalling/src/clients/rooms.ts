import { createGrpcClient, KlaError, type CallContext, type Identity, type Metrics } from '@kla/chassis'
import { RoomsServiceService, type Room } from '@kla/proto'

/** What this service asks of rooms. */
export interface RoomsClient {
  /** The room as it stands, undefined if there is none. */
  getRoom(roomId: string, context: CallContext): Promise<Room | undefined>
  close(): void
}

export function createRoomsClient(address: string, identity: Identity, metrics: Metrics): RoomsClient {
  const client = createGrpcClient({ definition: RoomsServiceService, address, identity, metrics, deadlineMs: 2_000 })
  return {
    async getRoom(roomId, context) {
      try {
        return (await client.getRoom({ roomId, onlyLooks: true }, context)).room
      } catch (error) {
        if (error instanceof KlaError && error.reason === 'ROOM_NOT_FOUND') return undefined
        throw error
      }
    },
    close: () => client.close(),
  }
}
