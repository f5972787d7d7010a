import type { WatchBattleRequest, WatchBattleResponse } from '@kla/proto'
import { watchedView } from '../domain/index.js'
import { checkRoomId } from './caller.js'
import type { Dependencies } from './dependencies.js'

/** Who may watch is for rooms to say; the gateway asks for those who do. */
export const watchBattle =
  ({ battles }: Pick<Dependencies, 'battles'>) =>
  async ({ roomId }: WatchBattleRequest): Promise<WatchBattleResponse> => {
    checkRoomId(roomId)
    return watchedView((await battles.load(roomId)).battle, roomId)
  }
