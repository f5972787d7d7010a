import { type Call, KlaError } from '@kla/chassis'
import type {
  ChooseGifRequest, DeclareWinnerRequest, FinishRequest, GetBattleRequest, ReadyUpRequest, WatchBattleRequest,
  WatchBattleResponse,
} from '@kla/proto'
import { checkRoomId, contextOf, memoryOf, respond, runFor } from '../shared/commands.js'
import type { Dependencies } from '../spending/index.js'
import { knowsSeatOf, viewFor, watchedView } from './rules/view.js'

/** Each further look is due to somebody who left during the one before. */
const LOOKS = 5

export const readyUp =
  ({ runner, battles, rooms }: Dependencies) =>
  async (request: ReadyUpRequest, call: Call) => {
    const { roomId } = request
    const { accountId } = await call.principal()
    const memory = memoryOf(request, accountId)
    if (memory) {
      // Before anything is asked of rooms: a repeat gets the first answer, whatever the room has become.
      const { answer } = await battles.load(roomId, memory)
      if (answer) return respond(answer)
    }
    for (let look = 0; look < LOOKS; look++) {
      const room = await rooms.getRoom(roomId, 'toPlay', contextOf(call))
      const answer = await runner.run({ kind: 'ready-up', roomId, accountId, room }, memory)
      if (answer.refused !== 'CONFLICT') return respond(answer)
    }
    throw new KlaError('CONFLICT')
  }

export const chooseGif =
  ({ runner }: Dependencies) =>
  (request: ChooseGifRequest, call: Call) =>
    runFor(runner, request, call, (accountId) => ({
      kind: 'choose-gif',
      roomId: request.roomId,
      accountId,
      index: request.index,
    }))

export const declareWinner =
  ({ runner }: Dependencies) =>
  (request: DeclareWinnerRequest, call: Call) =>
    runFor(runner, request, call, (accountId) => ({
      kind: 'declare-winner',
      roomId: request.roomId,
      accountId,
      winnerId: request.winnerId === 0 ? null : request.winnerId,
    }))

export const finish =
  ({ runner }: Dependencies) =>
  (request: FinishRequest, call: Call) =>
    runFor(runner, request, call, (accountId) => ({ kind: 'finish', roomId: request.roomId, accountId }))

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

/** Who may watch is for rooms to say; the gateway asks for those who do. */
export const watchBattle =
  ({ battles }: Pick<Dependencies, 'battles'>) =>
  async ({ roomId }: WatchBattleRequest): Promise<WatchBattleResponse> => {
    checkRoomId(roomId)
    return watchedView((await battles.load(roomId)).battle, roomId)
  }
