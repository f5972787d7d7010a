import { Redis } from 'ioredis'
import { sessionIdOf, sessionOf, type PeerSession } from '../sessions.js'

const PREFIX = 'session:'

/** Sessions that several servers share. */
export const findSession = async (redis: Redis, id: string): Promise<PeerSession | undefined> => {
  const text = await redis.get(`${PREFIX}${id}`)
  return text === null ? undefined : (JSON.parse(text) as PeerSession)
}

/** Signs as many people in beforehand. */
export async function storeSessions(url: string, people: number): Promise<void> {
  const redis = new Redis(url)
  const pipeline = redis.pipeline()
  for (let person = 0; person < people; person++) {
    pipeline.set(`${PREFIX}${sessionIdOf(person)}`, JSON.stringify(sessionOf(person)))
  }
  await pipeline.exec()
  redis.disconnect()
}
