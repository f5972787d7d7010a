import type { ClientConfig } from '@kla/proto/web'
import type { Clients } from '../shared/clients.js'
import type { LeaderboardRankCache } from './leaderboard-reads.js'
import type { PublicReads } from './public-reads.js'

/** What routes work with. */
export interface HttpDeps {
  readonly auth: Clients['auth']
  readonly library: Clients['library']
  readonly commerce: Clients['commerce']
  readonly moderation: Clients['moderation']
  readonly standings: Clients['standings']
  readonly cups: Clients['cups']
  readonly blocks: Clients['blocks']
  readonly battlePass: Clients['battlePass']
  readonly reads: PublicReads
  readonly rankCache: LeaderboardRankCache
  /** Where browsers find us: links that are handed out begin with it. */
  readonly publicOrigin: string
  /** Whether cookies are for HTTPS alone. */
  readonly cookieSecure: boolean
  /** Query parameters of a login that are passed on to the provider. */
  readonly loginForwardParameters: readonly string[]
  readonly avatarBaseUrl: string
  readonly reconnectGraceMs: number
  /** Where people write to; empty: nowhere. */
  readonly contactEmail: string
  /** Whether answers to tickets and decisions on bans go out by e-mail. */
  readonly sendsMail: boolean
  /** Checkouts that one account may open in a minute, and how often it may ask after them. */
  readonly checkoutsPerMinute: number
  readonly verificationsPerMinute: number
  /** How often one account may make each call about its place, cups, blocks and its battle pass in a minute. */
  readonly accountCallsPerMinute: number
  /** Sign-ins to the console from one network in a minute. */
  readonly adminLoginsPerMinute: number
  /** How long the body of a notification may take to come in whole, in milliseconds. */
  readonly webhookBodyMs: number
  /** The addresses and networks that payment providers send notifications from. */
  readonly paymentNetworks: readonly string[]
  /** Where new checkouts go. */
  readonly payments: ClientConfig['payments']
  /** Whether this process can take work now. */
  readonly ready: () => boolean
  readonly now: () => number
}
