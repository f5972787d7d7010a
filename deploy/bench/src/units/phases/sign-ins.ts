import type { Session } from '../../bots/index.js'
import type { Ground } from '../ground.js'
import { signInAll } from '../people.js'

/** Signs `count` people in whom nobody has seen before: login, age, who they are. */
export async function signIns({ platform, measure }: Ground, count: number): Promise<Session[]> {
  let sessions: Session[] = []
  await measure.work('sign-in', async () => {
    sessions = await signInAll(platform.url, Array.from({ length: count }, (_, at) => `unit-${at}`))
    return count
  })
  return sessions
}
