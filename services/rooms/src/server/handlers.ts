import type { Handlers } from '@kla/chassis'
import type { RoomsServiceService } from '@kla/proto'
import { createRoom } from './create-room.js'
import type { Dependencies } from './dependencies.js'
import { getRoom } from './get-room.js'
import { joinRoom } from './join-room.js'
import { leaveRoom } from './leave-room.js'
import { listRooms } from './list-rooms.js'
import { renewGateway } from './renew-gateway.js'
import { reportConnectionsLost } from './report-connections-lost.js'
import { resumeSeat } from './resume-seat.js'

export const handlers = (dependencies: Dependencies): Handlers<RoomsServiceService> => ({
  createRoom: createRoom(dependencies),
  joinRoom: joinRoom(dependencies),
  resumeSeat: resumeSeat(dependencies),
  leaveRoom: leaveRoom(dependencies),
  getRoom: getRoom(dependencies),
  listRooms: listRooms(dependencies),
  reportConnectionsLost: reportConnectionsLost(dependencies),
  renewGateway: renewGateway(dependencies),
})
