import type { Session } from '../../bots/index.js'
import type { Ground } from '../ground.js'
import { forAll } from '../people.js'

/** What the pages ask for, each as often as any other. */
const PATHS = ['/auth/user', '/api/config', '/user/inventory', '/api/leaderboard', '/api/pass', '/api/cups']

export const reads = ({ measure }: Ground, sessions: readonly Session[]) =>
  measure.work('REST read', async () => {
    await forAll(sessions, async ({ request }) => {
      for (const path of PATHS) await taken(await request(path), path)
    })
    return sessions.length * PATHS.length
  })

/** Whole clips, as a cache before the gateway asks for each once a minute. */
export const clips = ({ measure }: Ground, session: Session, urls: readonly string[]) =>
  measure.work('clip read', async () => {
    await forAll(urls, async (url) => {
      const path = `/media?u=${encodeURIComponent(url)}`
      await taken(await session.request(path), path)
    })
    return urls.length
  })

async function taken(response: Response, path: string): Promise<void> {
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.status} from ${path}`)
}
