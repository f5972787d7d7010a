import type { Bus, EventConsumer } from '@kla/chassis'
import { SessionLeft, subjects } from '@kla/proto'
import type { SessionEndings } from './endings.js'

export interface LogoutsDeps {
  readonly bus: Pick<Bus, 'consumeEvents'>
  readonly durable: string
  readonly endings: Pick<SessionEndings, 'endByKey' | 'endEverywhere'>
  readonly endAdministrator: (sessionKey: string) => Promise<void>
}

/** Handles log-outs that gateways could not call. Events arrive at least once, in any order. */
export const consumeLogouts = ({ bus, durable, endings, endAdministrator }: LogoutsDeps): Promise<EventConsumer> =>
  bus.consumeEvents({ subject: subjects.eventSessionLeft, durable: `${durable}-logouts` }, async ({ data }) => {
    const { sessionKey, everywhere, administrator } = SessionLeft.decode(data)
    if (administrator) return endAdministrator(sessionKey)
    await (everywhere ? endings.endEverywhere(sessionKey) : endings.endByKey(sessionKey))
  })
