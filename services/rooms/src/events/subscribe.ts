import type { Bus, FactConsumer, Logger, Subscribed } from '@kla/chassis'
import { RestrictionsChanged, subjects } from '@kla/proto'
import type { Evict } from '../room/evict.js'

/** Bans as facts: each is handled by one pod, and surely by one. */
export const consumeRestrictionsChanged = (bus: Bus, durable: string, evict: Evict): Promise<FactConsumer> =>
  bus.consumeFacts({ subject: subjects.factRestrictionsChanged, durable }, ({ data }) =>
    evict(RestrictionsChanged.decode(data)),
  )

/** The same as they are published, by every pod at once: facts wait for one another, and for pods that have died. */
export const hearRestrictionsChanged = (bus: Bus, evict: Evict, log: Logger): Promise<Subscribed> =>
  bus.subscribe(subjects.factRestrictionsChanged, ({ data }) => {
    evict(RestrictionsChanged.decode(data)).catch((error: unknown) =>
      log.warn({ err: error }, 'a ban must wait for its fact'),
    )
  })
