import { KlaError, newId, type Call } from '@kla/chassis'
import { roomIdFor, type CreateRoomRequest, type RoomResponse } from '@kla/proto'
import { roomFields } from '../domain/room-fields.js'
import { isRoomId } from '../domain/room-id.js'
import { commandKey } from './command-key.js'
import { connectionOf } from './connection.js'
import type { Dependencies } from './dependencies.js'
import { personOf } from './person.js'
import { roomResponse } from './response.js'
import { adultRoomGoer } from './room-goer.js'

export const createRoom =
  ({ rooms, sitDown, passcodes, leases, now }: Dependencies) =>
  async (request: CreateRoomRequest, call: Call): Promise<RoomResponse> => {
    const principal = await adultRoomGoer(call, now())
    const connection = connectionOf(request.connection)
    const fields = roomFields(request)
    if ('refused' in fields) throw new KlaError(fields.refused, fields.text)
    const { passcode, ...open } = fields
    const { roomId: proposed = '' } = request
    const roomId = roomIdFor(principal.accountId, isRoomId(proposed) ? proposed : newId())
    const command = commandKey('create', principal.accountId, request.commandId)
    const [loaded] = await Promise.all([rooms.load(roomId, command), leases.know(connection.gatewayId)])
    if (loaded.answer) return roomResponse(loaded.answer)
    const passcodeHash = await passcodes.hash(principal.accountId, roomId, passcode)
    const answer = await sitDown({
      accountId: principal.accountId,
      roomId,
      connection,
      command,
      loaded,
      call,
      sit: (claim) => ({
        kind: 'create',
        roomId,
        ...open,
        passcodeHash,
        person: personOf(principal),
        connection,
        claim,
      }),
    })
    return roomResponse(await rooms.remember(roomId, command, answer))
  }
