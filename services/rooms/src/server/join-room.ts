import { KlaError, type Call } from '@kla/chassis'
import type { JoinRoomRequest, RoomResponse } from '@kla/proto'
import { judgeBlocks } from '../blocks/judge-blocks.js'
import { isRoomId } from '../domain/room-id.js'
import { commandKey } from './command-key.js'
import { connectionOf } from './connection.js'
import type { Dependencies } from './dependencies.js'
import { personOf } from './person.js'
import { roomResponse } from './response.js'
import { adultRoomGoer } from './room-goer.js'

export const joinRoom =
  ({ rooms, sitDown, passcodes, blocked, leases, now }: Dependencies) =>
  async ({ roomId, passcode, ...request }: JoinRoomRequest, call: Call): Promise<RoomResponse> => {
    const principal = await adultRoomGoer(call, now())
    const { accountId } = principal
    const connection = connectionOf(request.connection)
    if (!isRoomId(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    const command = commandKey('join', accountId, request.commandId)
    const [loaded] = await Promise.all([rooms.load(roomId, command), leases.know(connection.gatewayId)])
    if (loaded.answer) return roomResponse(loaded.answer)
    // Beside each other whatever comes of either: how long it takes tells nothing of who has blocked whom.
    const [verdict, blocks] = await Promise.all([
      passcodes.judge(loaded.room, accountId, passcode.trim()),
      judgeBlocks(blocked, loaded.room, accountId),
    ])
    const answer = await sitDown({
      accountId,
      roomId,
      connection,
      command,
      loaded,
      call,
      sit: (claim) => ({ kind: 'join', person: personOf(principal), connection, passcode: verdict, blocks, claim }),
    })
    return roomResponse(await rooms.remember(roomId, command, answer))
  }
