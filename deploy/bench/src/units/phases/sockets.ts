import type { Session } from '../../bots/index.js'
import type { Ground } from '../ground.js'
import { connectAll, disconnectAll } from '../people.js'
import type { Numbers } from '../numbers.js'

/** Each person by so many sockets: enough that what one takes is more than what memory wavers by. */
const EACH = 5

/** Sockets that are opened, stand there, and are closed. `rest`: of the platform without them, each second. */
export async function sockets({ gateways, measure }: Ground, sessions: readonly Session[], rest: Numbers): Promise<void> {
  const many = Array.from({ length: EACH }, () => sessions).flat()
  let people: Awaited<ReturnType<typeof connectAll>> = []
  await measure.work('socket opened', async () => {
    people = await connectAll(many, gateways[0])
    return many.length
  })
  await measure.standing('socket, second', many.length, rest)
  await disconnectAll(people)
}
