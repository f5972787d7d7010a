import { createGrpcClient, createLogger, readIdentity } from '@kla/chassis'
import { identityDirectory } from '@kla/local/identities'
import { RoomsServiceService } from '@kla/proto'
import { ROOM_LIST_MAX } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground, Person } from '../ground.js'
import { difference, dividedBy, type Numbers } from '../numbers.js'
import { connectAll, disconnectAll, forAll, leaveAll, openRooms, surely } from '../people.js'

/** Sockets of each who looks: handing a list on costs so little that it takes many to be seen. */
const EACH = 5
const CHANGES = 16
/** What gateways ask too rarely to be seen beside everything else is asked for directly. */
const QUESTIONS = 400
/** A list is published at most twice a second; each change is to be in one of its own. */
const BETWEEN_MS = 700

/**
 * What reading the public room list takes a gateway, and what handing it to one more socket takes. The same changes are
 * made on the other gateway with nobody looking, with one, and with many.
 */
export async function lobby(ground: Ground, lookers: readonly Person['session'][], restless: Person): Promise<void> {
  const { gateways, measure } = ground
  const churn = async (): Promise<number> => {
    for (let change = 0; change < CHANGES; change++) {
      if (restless.bot.client.roomId === undefined) await openRooms([restless])
      else await leaveAll([restless])
      await sleep(BETWEEN_MS)
    }
    return 1
  }
  const watchedBy = async (sessions: readonly Person['session'][]): Promise<Numbers> => {
    const people = await connectAll(sessions, gateways[0])
    await forAll(people, ({ bot }) => surely(bot, 'request-room-list', {}))
    const cost = await measure.work(`room list before ${sessions.length}`, churn)
    await disconnectAll(people)
    return cost
  }
  const [none, one, many] = [await watchedBy([]), await watchedBy(lookers.slice(0, 1)), await watchedBy(Array.from({ length: EACH }, () => lookers).flat())]
  const gateway = difference(one, none)['cpu.gateway'] ?? 0
  const asked = await askForLists(ground)
  measure.note('room list read', { ...asked, 'cpu.gateway': gateway / (one['room-lists'] || 1) })
  const more = difference(many, one)
  measure.note('room list handed on', dividedBy(more, more['frames.public-room-list'] ?? 1))
}

/** What a question for the list costs rooms and Redis, one after another, so that none shares the answer of another. */
async function askForLists({ platform, measure }: Ground): Promise<Numbers> {
  const [rooms] = platform.running('rooms')
  const address = `127.0.0.1:${rooms?.slot.grpc}`
  const identity = readIdentity({
    directory: identityDirectory(platform.identities, 'gateway'),
    service: 'gateway',
    log: createLogger({ service: 'bench', level: 'warn' }),
  })
  const client = createGrpcClient({ definition: RoomsServiceService, address, identity })
  try {
    return await measure.work('room list asked for', async () => {
      for (let question = 0; question < QUESTIONS; question++) await client.listRooms({ limit: ROOM_LIST_MAX })
      return QUESTIONS
    })
  } finally {
    client.close()
  }
}
