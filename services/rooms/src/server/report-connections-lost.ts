import type { ReportConnectionsLostRequest, ReportConnectionsLostResponse } from '@kla/proto'
import { isRoomId } from '../domain/room-id.js'
import { inBatches } from '../room/in-batches.js'
import type { Dependencies } from './dependencies.js'

// A gateway that goes away reports all its connections at once; other calls must get a turn between them.
const AT_ONCE = 50

export const reportConnectionsLost =
  ({ rooms }: Dependencies) =>
  async ({ lost }: ReportConnectionsLostRequest): Promise<ReportConnectionsLostResponse> => {
    const known = lost.filter(({ roomId }) => isRoomId(roomId))
    await inBatches(known, AT_ONCE, ({ roomId, accountId, socketId }) =>
      rooms.execute(roomId, { kind: 'lose-connection', accountId, socketId }),
    )
    return {}
  }
