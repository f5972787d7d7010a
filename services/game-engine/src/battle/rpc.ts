import {
  accepted,
  type Call,
  type CallContext,
  createGrpcClient,
  type Handlers,
  type Identity,
  KlaError,
  type Metrics,
} from '@kla/chassis'
import { type GameEngineServiceService, type RoomResponse, RoomsServiceService } from '@kla/proto'
import { CATEGORIES, type LimitsOfPair, MODES } from '@kla/proto/web'
import { type Answer, checkRoomId, contextOf, memoryOf } from '../shared/commands.js'
import type { LimitsCards } from './library-client.js'
import type { RotationPools } from './rotation.js'
import { type Battle, readyIn, type RotationGif } from './rules/battle.js'
import { NO_PAIR_LIMITS } from './rules/limits.js'
import { categoryIn } from './rules/received.js'
import { type Finished, finishedIn, isRecorded, type Recorded, resultView, type Wins } from './rules/result.js'
import type { Command, RoomSnapshot } from './rules/step.js'
import { knowsSeatOf, pastView, playedView, viewFor, watchedView } from './rules/view.js'
import type { CommandRunner } from './run-command.js'
import type { BattleStore } from './store.js'

interface RpcDeps {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load'>
  readonly rooms: Pick<Rooms, 'reserveForPlay'>
  readonly library: LimitsCards
  readonly pools: Pick<RotationPools, 'of'>
  readonly seatedBattle: SeatedBattle
  readonly results: Results
}

/** Battle of a player or seat. Rejects with NOT_SEATED. */
export type SeatedBattle = (
  roomId: string,
  call: Call,
) => Promise<{ readonly accountId: number; readonly battle: Battle | undefined }>

/** Recorded results. */
export interface Results {
  /** Finds an account's last finished battle in a room. */
  find(roomId: string, accountId: number): Promise<Recorded | undefined>
  /** Counts wins of both players in recorded battles of the score, except this one. */
  winsBefore(battle: Finished): Promise<Wins>
  isWinCounted(battle: Recorded): Promise<boolean>
}

type BattleHandlers = Omit<
  Handlers<typeof GameEngineServiceService>,
  'playWildCard' | 'listWildCards' | 'saveGifChoice' | 'saveGifReceived'
>

/** True if a ready-up could begin a battle, which needs the limits of both. */
const isOpponentReady = (battle: Battle | undefined): boolean => battle !== undefined && readyIn(battle).length > 0

const ROOM_READS_MAX = 5

export function battleHandlers({
  runner,
  battles,
  rooms,
  library,
  pools,
  seatedBattle,
  results,
}: RpcDeps): BattleHandlers {
  async function runFor(
    request: { readonly commandId: string; readonly roomId: string },
    call: Call,
    commandOf: (accountId: number) => Command,
  ): Promise<Record<string, never>> {
    const { accountId } = await call.principal()
    const command = commandOf(accountId)
    return done(await runner.run(command, memoryOf(request, accountId, command.kind)))
  }

  /** Rejects if limits are unavailable rather than assuming none. */
  async function limitsIn({ seats }: RoomSnapshot, accountId: number, call: Call): Promise<LimitsOfPair> {
    const seated = seats.map((seat) => seat.accountId)
    if (!seated.includes(accountId)) return NO_PAIR_LIMITS
    return library.uniteLimits(seated, contextOf(call)).catch((cause: unknown) => {
      throw new KlaError('UNAVAILABLE', undefined, { cause })
    })
  }

  return {
    async readyUp(request, call) {
      const { roomId } = request
      const { accountId } = await call.principal()
      const memory = memoryOf(request, accountId, 'ready-up')
      // A repeat gets the first answer even in a changed room.
      let loaded = memory && (await battles.load(roomId, memory))
      if (loaded?.answer) return done(loaded.answer)
      for (let read = 0; read < ROOM_READS_MAX; read++) {
        const room = await rooms.reserveForPlay(roomId, contextOf(call))
        const isFirst = loaded !== undefined && !isOpponentReady(loaded.battle)
        const limits = isFirst ? undefined : await limitsIn(room, accountId, call)
        const answer = await runner.run({ kind: 'ready-up', roomId, accountId, room, limits }, memory, { loaded })
        if (answer.refused !== 'CONFLICT') return done(answer)
        loaded = undefined
      }
      throw new KlaError('CONFLICT')
    },

    chooseGif: (request, call) =>
      runFor(request, call, (accountId) => {
        const { roomId, index, round, battleId } = request
        return { kind: 'choose-gif', roomId, accountId, index, round, battleId }
      }),

    finish: (request, call) =>
      runFor(request, call, (accountId) => {
        const { roomId, battleId } = request
        return { kind: 'finish', roomId, accountId, battleId }
      }),

    declareWinner: (request, call) =>
      runFor(request, call, (accountId) => {
        const { roomId, winnerAlias, battleId } = request
        const winnerId = request.winnerId === 0 ? null : request.winnerId
        return {
          kind: 'declare-winner',
          roomId,
          accountId,
          winnerId,
          battleId,
          ...(winnerAlias === undefined ? {} : { winnerAlias }),
        }
      }),

    reportRepair: (request, call) =>
      runFor(request, call, (accountId) => {
        const { roomId, repairing } = request
        return { kind: 'report-repair', roomId, accountId, repairing }
      }),

    async getBattle({ roomId }, call) {
      const { accountId, battle } = await seatedBattle(roomId, call)
      return viewFor(battle, roomId, accountId, await poolOf(pools, battle))
    },

    async watchBattle({ roomId }) {
      checkRoomId(roomId)
      const { battle } = await battles.load(roomId)
      return watchedView(battle, roomId)
    },

    async getResult({ roomId }, call) {
      checkRoomId(roomId)
      const { accountId } = await call.principal()
      const [{ battle }, recorded] = await Promise.all([battles.load(roomId), results.find(roomId, accountId)])
      const shown = finishedIn(battle, accountId)
      const finished = shown && shown.battleId !== recorded?.battleId ? shown : recorded
      if (!finished) throw new KlaError('ROOM_NOT_FOUND')
      const [before, isWinCounted] = await Promise.all([
        results.winsBefore(finished),
        isRecorded(finished) && results.isWinCounted(finished),
      ])
      return resultView(finished, before, isWinCounted, accountId)
    },

    async findPlayedBattle({ roomId }, call) {
      checkRoomId(roomId)
      const { accountId } = await call.principal({ allowBanned: true })
      const { battle } = await battles.load(roomId)
      const played = playedView(battle, accountId)
      if (played) return played
      const past = await results.find(roomId, accountId)
      if (!past) throw new KlaError('ROOM_NOT_FOUND')
      return pastView(past)
    },
  }
}

/** GIFs in rotation for the running or last battle. */
export async function poolOf(
  pools: Pick<RotationPools, 'of'>,
  battle: Battle | undefined,
): Promise<readonly RotationGif[]> {
  const category = categoryIn(battle)
  return category ? pools.of(category) : []
}

/** Asks rooms only if the battle does not know. */
export const createSeatedBattle =
  ({ battles, rooms }: { battles: Pick<BattleStore, 'load'>; rooms: Pick<Rooms, 'getRoom'> }): SeatedBattle =>
  async (roomId, call) => {
    checkRoomId(roomId)
    const { accountId } = await call.principal()
    const { battle } = await battles.load(roomId)
    if (!knowsSeatOf(battle, accountId)) {
      const { seats } = await rooms.getRoom(roomId, contextOf(call))
      if (!seats.some((seat) => seat.accountId === accountId)) throw new KlaError('NOT_SEATED')
    }
    return { accountId, battle }
  }

function done(answer: Answer): Record<string, never> {
  accepted(answer)
  return {}
}

/** The rooms service, for the engine. */
export interface Rooms {
  getRoom(roomId: string, context: CallContext): Promise<RoomSnapshot>
  /** Rejects with ROOM_NOT_FOUND; clears `unplayed`. */
  reserveForPlay(roomId: string, context: CallContext): Promise<RoomSnapshot>
  close(): void
}

export function createRoomsClient(options: { address: string; identity: Identity; metrics: Metrics }): Rooms {
  const client = createGrpcClient({
    definition: RoomsServiceService,
    deadlineMs: 2_000,
    ...options,
  })
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
    tie: room.tie !== undefined,
    seats: room.seats.map(({ accountId, takenAtMs, alias }) => ({
      accountId,
      seatTakenAtMs: takenAtMs,
      ...(alias === undefined ? {} : { alias }),
    })),
  }
}

function known<T extends string>(choices: readonly T[], value: string): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new KlaError('INTERNAL', undefined, { cause: new Error(`unknown value ${value}`) })
  return found
}
