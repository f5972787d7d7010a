import type { Bus } from '@kla/chassis'
import { SessionEnded, subjects } from '@kla/proto'
import type { Session } from '../domain/session.js'

/** Tells gateways, as a fact, that a session is over. A session ends once, so that its key tells repeats apart. */
export async function publishSessionEnded(bus: Pick<Bus, 'publishFact'>, session: Session): Promise<void> {
  const factId = `session-ended:${session.sessionKey}`
  const fact = { factId, sessionKey: session.sessionKey, accountId: session.accountId }
  await bus.publishFact(subjects.factSessionEnded, factId, SessionEnded.encode(fact).finish())
}
