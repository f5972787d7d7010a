import type { Bus } from '@kla/chassis'
import type { Clients } from '../shared/clients.js'
import type { Admission } from './overload/admission.js'
import type { Transcripts } from './chat/transcripts.js'
import type { GatewayLease } from './gateway-lease.js'
import type { Lobby } from './lobby/lobby.js'
import type { Matching } from './matchmaking/matching.js'
import type { RealtimeMetrics } from './metrics.js'
import type { Hub } from './rooms/hub.js'
import type { KnownSeats } from './rooms/known-seats.js'
import type { HubDeps } from './rooms/live-room.js'
import type { Sessions } from './accounts/sessions.js'

export interface HandlerDeps {
  readonly gatewayId: string
  readonly clients: Pick<Clients, 'auth' | 'rooms' | 'engine' | 'signalling' | 'watching'>
  readonly sessions: Sessions
  readonly admission: Pick<Admission, 'credentials' | 'entries' | 'reads'>
  readonly seats: KnownSeats
  readonly bus: Bus
  readonly hub: Hub
  readonly hubDeps: HubDeps
  readonly lobby: Lobby
  readonly lease: GatewayLease
  readonly matching: Matching
  readonly transcripts: Pick<Transcripts, 'add' | 'isFull'>
  readonly metrics: RealtimeMetrics
  readonly now: () => number
}
