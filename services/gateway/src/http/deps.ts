import type { ClientConfig } from '@kla/proto/web'
import type { Clients } from '../shared/clients.js'
import type { LeaderboardRankCache } from './leaderboard-reads.js'
import type { Logouts } from './logouts.js'
import type { PublicReads } from './public-reads.js'

export interface HttpDeps {
  readonly auth: Clients['auth']
  readonly engine: Clients['engine']
  readonly library: Clients['library']
  readonly commerce: Clients['commerce']
  readonly moderation: Clients['moderation']
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
  /** Origin that browsers see; links start with it. */
  readonly publicOrigin: string
  readonly cookieSecure: boolean
  readonly loginForwardParameters: readonly string[]
  readonly avatarBaseUrl: string
  readonly reconnectGraceMs: number
  /** Key that seals stills; if empty, none are taken. */
  readonly evidencePublicKey: string
  /** Contact address; empty if there is none. */
  readonly contactEmail: string
  readonly sendsMail: boolean
  /** Checkouts and their status requests, per account and minute. */
  readonly checkoutsPerMinute: number
  readonly verificationsPerMinute: number
  /** Calls per account, route and minute. */
  readonly accountCallsPerMinute: number
  readonly adminLoginsPerMinute: number
  readonly webhookBodyMs: number
  /** Addresses and networks of payment providers. */
  readonly paymentNetworks: readonly string[]
  readonly payments: ClientConfig['payments']
  readonly ready: () => boolean
  readonly now: () => number
}
