import type { Bus, Logger } from '@kla/chassis'
import type { Clients } from '../../clients/clients.js'
import type { Turnstile } from '../../turnstile.js'
import type { RealtimeMetrics } from '../realtime-metrics.js'
import type { Sessions } from '../sessions.js'
import type { Transcripts } from '../transcripts.js'

/** What rooms of the hub work with. */
export interface HubParts {
  /** Names this process in seats and chat lines. */
  readonly gatewayId: string
  readonly clients: Pick<Clients, 'rooms' | 'engine' | 'signalling'>
  readonly sessions: Sessions
  readonly bus: Bus
  readonly transcripts: Pick<Transcripts, 'roomLeft'>
  readonly metrics: RealtimeMetrics
  /** Through which rooms are read again: an engine that is late must not be asked for everything at once. */
  readonly healing: Turnstile
  readonly log: Logger
  readonly now: () => number
}
