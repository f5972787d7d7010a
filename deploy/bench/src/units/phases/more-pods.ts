import type { ServiceName } from '@kla/local'
import type { Numbers } from '../numbers.js'
import type { Ground } from '../ground.js'

/** Those that look around while there is nothing to do. */
const LOOKING_AROUND: readonly ServiceName[] = ['rooms', 'game-engine', 'media-signalling', 'moderation']

/** What the platform uses each second while nobody is there, which is the answer; and what one more process adds to it. */
export async function morePods({ platform, measure }: Ground): Promise<Numbers> {
  const rest = await measure.standing('platform at rest, second', 1)
  for (const service of LOOKING_AROUND) {
    const process = await platform.start(service)
    await measure.standing(`one more ${service} pod, second`, 1, rest)
    await platform.stop(process)
  }
  return rest
}
