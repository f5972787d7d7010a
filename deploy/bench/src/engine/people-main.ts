import { createGrpcClient, newId } from '@kla/chassis'
import { inParallel } from '../bots/index.js'
import { GameEngineServiceService } from '@kla/proto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPrincipalSigner, identityIn } from '../identities.js'
import { serveTasks } from '../workers/serve-tasks.js'
import { createSeats, type Seats } from './seats.js'

/** Each plays in many rooms at once, which an engine does not mind: signing in ten thousand is no part of this. */
const PEOPLE = 200
const AT_ONCE = 64
const PATIENCE_MS = 30_000

let seats: Seats

const tasks = {
  /** Plays rooms, with its certificate, for the platform whose certificates these are; answers the port. */
  async playRooms({ identities }: { identities: string }): Promise<number> {
    seats ??= await createSeats(identityIn(identities, 'rooms'))
    return seats.port
  },

  /** Begins so many battles, evenly spread over a time. */
  async begin(given: { engine: string; identities: string; principalKey: string; battles: number; overMs: number }): Promise<void> {
    const { engine, identities, principalKey, battles, overMs } = given
    const sign = await createPrincipalSigner(principalKey)
    const accountIds = Array.from({ length: PEOPLE }, (_, at) => at + 1)
    const people = await Promise.all(accountIds.map(sign))
    const patience = { deadlineMs: PATIENCE_MS, attemptMs: PATIENCE_MS }
    const identity = identityIn(identities, 'gateway')
    const client = createGrpcClient({ definition: GameEngineServiceService, address: engine, identity, ...patience })
    const from = performance.now()
    await inParallel(Array.from({ length: battles }), AT_ONCE, async (_, at) => {
      await sleep(Math.max(0, from + (at / battles) * overMs - performance.now()))
      const first = (2 * at) % PEOPLE
      const roomId = seats.open([first + 1, first + 2])
      for (const principal of people.slice(first, first + 2)) {
        await client.readyUp({ commandId: newId(), roomId }, { principal })
      }
    })
    client.close()
  },
}
export type PeopleTasks = typeof tasks

serveTasks(tasks)
