import type { Bus } from '@kla/chassis'
import type { Clients } from '../../clients/clients.js'
import type { Hub } from '../hub/hub.js'
import type { HubParts } from '../hub/hub-parts.js'
import type { Lobby } from '../lobby.js'
import type { Matching } from '../matching/matching.js'
import type { Presence } from '../presence.js'
import type { RealtimeMetrics } from '../realtime-metrics.js'
import type { Sessions } from '../sessions.js'
import type { Transcripts } from '../transcripts.js'

/** What the handlers of events work with. */
export interface HandlerParts {
  readonly gatewayId: string
  readonly clients: Pick<Clients, 'auth' | 'rooms' | 'engine' | 'signalling' | 'watching'>
  readonly sessions: Sessions
  readonly bus: Bus
  readonly hub: Hub
  readonly hubParts: HubParts
  readonly lobby: Lobby
  readonly presence: Presence
  readonly matching: Matching
  readonly transcripts: Pick<Transcripts, 'add'>
  readonly metrics: RealtimeMetrics
  /** Unix milliseconds. */
  readonly now: () => number
}
