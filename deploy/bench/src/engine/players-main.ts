import { setTimeout as sleep } from 'node:timers/promises'
import { createGrpcClient, createGrpcServer, createLogger, createMetrics, type Identity, KlaError, newId } from '@kla/chassis'
import { GameEngineServiceService, Room, RoomsServiceService } from '@kla/proto'
import { createPrincipalSigner, identityIn } from '@kla/testkit'
import { inParallel } from '../bots/index.js'
import { serveTasks } from '../measure/serve-tasks.js'

interface Seats {
  readonly port: number
  open(accountIds: readonly [number, number]): string
}

async function createSeats(identity: Identity): Promise<Seats> {
  const rooms = new Map<string, Room>()
  const server = createGrpcServer({
    definition: { reserveForPlay: RoomsServiceService.reserveForPlay },
    identity,
    handlers: {
      reserveForPlay({ roomId }) {
        const room = rooms.get(roomId)
        return room ? Promise.resolve({ room }) : Promise.reject(new KlaError('ROOM_NOT_FOUND'))
      },
    },
    log: createLogger({ service: 'seats', level: 'warn' }),
    metrics: createMetrics('seats'),
  })
  const port = await server.listen('127.0.0.1:0')
  return {
    port,
    open(accountIds) {
      const id = newId()
      const seats = accountIds.map((accountId) => ({ accountId, takenAtMs: 1 }))
      rooms.set(id, Room.fromPartial({ id, mode: 'rush', category: 'default', capacity: 2, version: 1, seats }))
      return id
    },
  }
}

/** Each plays in many rooms: signing in ten thousand is not the point. */
const PLAYERS = 200
const AT_ONCE = 64
const TIMEOUT_MS = 30_000

let seats: Seats

const tasks = {
  /** Resolves to the port. */
  async playRooms({ identities }: { identities: string }): Promise<number> {
    seats ??= await createSeats(identityIn(identities, 'rooms'))
    return seats.port
  },

  async begin(given: { engine: string; identities: string; principalKey: string; battles: number; overMs: number }): Promise<void> {
    const { engine, identities, principalKey, battles, overMs } = given
    const signer = await createPrincipalSigner(principalKey)
    const accountIds = Array.from({ length: PLAYERS }, (_, at) => at + 1)
    const players = await Promise.all(accountIds.map((accountId) => signer.sign({ accountId })))
    const timeouts = { deadlineMs: TIMEOUT_MS, attemptMs: TIMEOUT_MS }
    const identity = identityIn(identities, 'gateway')
    const client = createGrpcClient({ definition: GameEngineServiceService, address: engine, identity, ...timeouts })
    const from = performance.now()
    await inParallel(Array.from({ length: battles }), AT_ONCE, async (_, at) => {
      await sleep(Math.max(0, from + (at / battles) * overMs - performance.now()))
      const first = (2 * at) % PLAYERS
      const roomId = seats.open([first + 1, first + 2])
      for (const principal of players.slice(first, first + 2)) {
        await client.readyUp({ commandId: newId(), roomId }, { principal })
      }
    })
    client.close()
  },
}
export type EnginePlayersTasks = typeof tasks

serveTasks(tasks)
