import type { Bus, FactConsumer, Logger, Subscribed } from '@kla/chassis'
import { AgeChanged, RestrictionsChanged, subjects } from '@kla/proto'
import type { Eviction } from '../room/evict.js'

interface Closing {
  readonly subject: string
  /** Behind the name of the durable consumer that all pods share. */
  readonly suffix: string
  readonly apply: (data: Uint8Array, eviction: Eviction) => Promise<void>
}

/** What closes rooms to an account: bans, and locked age verdicts. */
const CLOSINGS: readonly Closing[] = [
  {
    subject: subjects.factRestrictionsChanged,
    suffix: '',
    apply: (data, { banned }) => banned(RestrictionsChanged.decode(data)),
  },
  { subject: subjects.factAgeChanged, suffix: '-ages', apply: (data, { underAge }) => underAge(AgeChanged.decode(data)) },
]

/** As events of the stream: each is handled by one pod, and surely by one. */
export const consumeClosings = (bus: Bus, durable: string, eviction: Eviction): Promise<FactConsumer[]> =>
  Promise.all(
    CLOSINGS.map(({ subject, suffix, apply }) =>
      bus.consumeFacts({ subject, durable: `${durable}${suffix}` }, ({ data }) => apply(data, eviction)),
    ),
  )

/** The same as they are published, by every pod at once: events of a stream wait for one another, and for pods that have died. */
export const receiveClosings = (bus: Bus, eviction: Eviction, log: Logger): Promise<Subscribed[]> =>
  Promise.all(
    CLOSINGS.map(({ subject, apply }) =>
      bus.subscribe(subject, ({ data }) => {
        apply(data, eviction).catch((error: unknown) =>
          log.warn({ err: error, subject }, 'an eviction waits for its event'),
        )
      }),
    ),
  )
