import type { ServiceName } from '@kla/local'
import type { Session } from '../../bots/index.js'
import type { Numbers } from '../../measure/numbers.js'
import type { UnitsDeps } from '../measure.js'
import { connectAll, disconnectAll, signInAll } from '../players.js'

/** New accounts: login, age, who they are. */
export async function signIns({ platform, measure }: UnitsDeps, count: number): Promise<Session[]> {
  let sessions: Session[] = []
  await measure.work('sign-in', async () => {
    sessions = await signInAll(platform.url, Array.from({ length: count }, (_, at) => `unit-${at}`))
    return count
  })
  return sessions
}

/** For a difference above the noise of memory. */
const EACH = 5

export async function sockets({ gateways, measure }: UnitsDeps, sessions: readonly Session[], rest: Numbers): Promise<void> {
  const many = Array.from({ length: EACH }, () => sessions).flat()
  let players: Awaited<ReturnType<typeof connectAll>> = []
  await measure.work('socket opened', async () => {
    players = await connectAll(many, gateways[0])
    return many.length
  })
  await measure.presence('socket, second', many.length, rest)
  await disconnectAll(players)
}

/** Services that poll while idle. */
const LOOKING_AROUND: readonly ServiceName[] = ['rooms', 'game-engine', 'media-signalling', 'moderation']

/** Idle cost of the platform, and of one more process. */
export async function morePods({ platform, measure }: UnitsDeps): Promise<Numbers> {
  const rest = await measure.presence('platform at rest, second', 1)
  for (const service of LOOKING_AROUND) {
    const process = await platform.start(service)
    await measure.presence(`one more ${service} pod, second`, 1, rest)
    await platform.stop(process)
  }
  return rest
}
