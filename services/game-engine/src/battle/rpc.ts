import {
  accepted, type Call, type CallContext, createGrpcClient, type Handlers, type Identity, KlaError, type Metrics,
} from '@kla/chassis'
import { type GameEngineServiceService, type RoomResponse, RoomsServiceService } from '@kla/proto'
import { CATEGORIES, MODES } from '@kla/proto/web'
import { type Answer, checkRoomId, contextOf, memoryOf } from '../shared/commands.js'
import type { Command, RoomSnapshot } from './rules/step.js'
import { knowsSeatOf, viewFor, watchedView } from './rules/view.js'
import type { CommandRunner } from './run-command.js'
import type { BattleStore } from './store.js'

interface RpcDeps {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load'>
  readonly rooms: Pick<Rooms, 'getRoom' | 'reserveForPlay'>
}

type BattleHandlers = Omit<
  Handlers<typeof GameEngineServiceService>,
  'playWildCard' | 'saveGifChoice' | 'saveGifReceived'
>

/** A player left while the room was read; each further read is due to one more who did. */
const ROOM_READS_MAX = 5

export function battleHandlers({ runner, battles, rooms }: RpcDeps): BattleHandlers {
  async function runFor(
    request: { readonly commandId: string; readonly roomId: string },
    call: Call,
    command: (accountId: number) => Command,
  ): Promise<Record<string, never>> {
    const { accountId } = await call.principal()
    const memory = memoryOf(request, accountId)
    return done(await runner.run(command(accountId), memory))
  }

  return {
    async readyUp(request, call) {
      const { roomId } = request
      const { accountId } = await call.principal()
      const memory = memoryOf(request, accountId)
      // A repeat gets the first answer, whatever the room has become since.
      let loaded = memory && (await battles.load(roomId, memory))
      if (loaded?.answer) return done(loaded.answer)
      for (let read = 0; read < ROOM_READS_MAX; read++) {
        const room = await rooms.reserveForPlay(roomId, contextOf(call))
        const answer = await runner.run({ kind: 'ready-up', roomId, accountId, room }, memory, { loaded })
        if (answer.refused !== 'CONFLICT') return done(answer)
        loaded = undefined
      }
      throw new KlaError('CONFLICT')
    },

    chooseGif: (request, call) =>
      runFor(request, call, (accountId) => {
        const { roomId, index, round } = request
        return { kind: 'choose-gif', roomId, accountId, index, round }
      }),

    finish: (request, call) =>
      runFor(request, call, (accountId) => ({ kind: 'finish', roomId: request.roomId, accountId })),

    declareWinner: (request, call) =>
      runFor(request, call, (accountId) => {
        const winnerId = request.winnerId === 0 ? null : request.winnerId
        return { kind: 'declare-winner', roomId: request.roomId, accountId, winnerId }
      }),

    reportRepair: (request, call) =>
      runFor(request, call, (accountId) => {
        const { roomId, repairing } = request
        return { kind: 'report-repair', roomId, accountId, repairing }
      }),

    /** Errors: NOT_SEATED. Rooms is asked only where the battle does not know the caller's seat. */
    async getBattle({ roomId }, call) {
      checkRoomId(roomId)
      const { accountId } = await call.principal()
      const { battle } = await battles.load(roomId)
      if (!knowsSeatOf(battle, accountId)) {
        const { seats } = await rooms.getRoom(roomId, contextOf(call))
        if (!seats.some((seat) => seat.accountId === accountId)) throw new KlaError('NOT_SEATED')
      }
      return viewFor(battle, roomId, accountId)
    },

    async watchBattle({ roomId }) {
      checkRoomId(roomId)
      const { battle } = await battles.load(roomId)
      return watchedView(battle, roomId)
    },
  }
}

function done(answer: Answer): Record<string, never> {
  accepted(answer)
  return {}
}

export interface Rooms {
  /** Rejects with ROOM_NOT_FOUND. */
  getRoom(roomId: string, context: CallContext): Promise<RoomSnapshot>
  /** The room for a ready-up of the calling player, which may begin a battle. Rejects with ROOM_NOT_FOUND. */
  reserveForPlay(roomId: string, context: CallContext): Promise<RoomSnapshot>
  close(): void
}

export function createRoomsClient(options: { address: string; identity: Identity; metrics: Metrics }): Rooms {
  const client = createGrpcClient({ definition: RoomsServiceService, deadlineMs: 2_000, ...options })
  return {
    getRoom: async (roomId, context) => fromProto(await client.getRoom({ roomId }, context)),
    reserveForPlay: async (roomId, context) => fromProto(await client.reserveForPlay({ roomId }, context)),
    close: () => client.close(),
  }
}

function fromProto({ room }: RoomResponse): RoomSnapshot {
  if (!room) throw new KlaError('ROOM_NOT_FOUND')
  return {
    version: room.version,
    mode: known(MODES, room.mode),
    category: known(CATEGORIES, room.category),
    seats: room.seats.map(({ accountId, takenAtMs }) => ({ accountId, seatTakenAtMs: takenAtMs })),
  }
}

function known<T extends string>(choices: readonly T[], value: string): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new KlaError('INTERNAL', undefined, { cause: new Error(`unknown value ${value}`) })
  return found
}
