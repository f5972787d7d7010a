import type { ClientConfig } from '@kla/proto/web'
import type { Clients } from '../shared/clients.js'
import type { DeskStreams } from './desk-streams.js'
import type { LeaderboardRankCache } from './leaderboard-reads.js'
import type { Logouts } from './logouts.js'
import type { PublicReads } from './public-reads.js'

/** What the routes need: clients, settings and a clock. */
export interface HttpDeps {
  readonly auth: Clients['auth']
  readonly engine: Clients['engine']
  readonly library: Clients['library']
  readonly commerce: Clients['commerce']
  readonly moderation: Clients['moderation']
  readonly people: Clients['people']
  readonly desk: Clients['desk']
  readonly decisions: Clients['decisions']
  readonly opinions: Clients['opinions']
  readonly evidence: Clients['evidence']
  readonly standings: Clients['standings']
  readonly cups: Clients['cups']
  readonly blocks: Clients['blocks']
  readonly meetings: Clients['meetings']
  readonly battlePass: Clients['battlePass']
  readonly signalling: Clients['signalling']
  readonly reads: PublicReads
  readonly rankCache: LeaderboardRankCache
  readonly logouts: Pick<Logouts, 'run'>
  readonly deskStreams: Pick<DeskStreams, 'open'>
  /** The origin that browsers see; links start with it. */
  readonly publicOrigin: string
  readonly cookieSecure: boolean
  readonly loginForwardParameters: readonly string[]
  readonly avatarBaseUrl: string
  readonly reconnectGraceMs: number
  /** Seals stills; if empty, none are taken. */
  readonly evidencePublicKey: string
  readonly contactEmail: string
  readonly sendsMail: boolean
  /** Checkouts and their status requests, per account and minute. */
  readonly checkoutsPerMinute: number
  readonly verificationsPerMinute: number
  readonly accountCallsPerMinute: number
  readonly adminLoginsPerMinute: number
  readonly webhookBodyMs: number
  readonly paymentNetworks: readonly string[]
  readonly payments: ClientConfig['payments']
  readonly ready: () => boolean
  readonly now: () => number
}
