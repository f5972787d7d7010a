import { KlaError, type Call } from '@kla/chassis'
import type { GetBattleRequest } from '@kla/proto'
import { knowsSeatOf, viewFor } from '../domain/index.js'
import { checkRoomId, contextOf } from './caller.js'
import type { Dependencies } from './dependencies.js'

export const getBattle =
  ({ battles, rooms }: Dependencies) =>
  async ({ roomId }: GetBattleRequest, call: Call) => {
    checkRoomId(roomId)
    const { accountId } = await call.principal()
    const { battle } = await battles.load(roomId)
    if (!knowsSeatOf(battle, accountId)) {
      const { seats } = await rooms.getRoom(roomId, 'toLook', contextOf(call))
      if (!seats.some((seat) => seat.accountId === accountId)) throw new KlaError('NOT_SEATED')
    }
    return viewFor(battle, roomId, accountId)
  }
