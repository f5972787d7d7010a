import type { Bus, Database, Handlers, Logger, Redis } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AgeRules } from '../age/index.js'
import { type AccessTokenReader, hashOf, newSecret, type Random, type TokenSigner } from '../shared/tokens.js'
import { createUseCookie } from './cookie.js'
import { createEndingStore, createSessionEndings, type SessionEndings } from './endings.js'
import { createCheckSession, createIdentify, createIdentityStore, rememberPrincipals } from './identity.js'
import { sessionHandlers, type SessionMethod } from './rpc.js'
import { createSessionStore, type SessionLife, type SessionView } from './store.js'
import { createUnfinishedEndings } from './unfinished.js'

export type { SessionEndings } from './endings.js'
export { consumeLogouts } from './events.js'

export interface SessionsDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly bus: Pick<Bus, 'publishEvent'>
  readonly life: SessionLife
  /** Milliseconds after which another pod finishes an ending. */
  readonly endingOverdueMs: number
  readonly age: AgeRules
  readonly signer: TokenSigner
  readonly readAccessToken: AccessTokenReader
  readonly random: Random
  readonly now: () => number
  readonly log: Logger
}

/** Player sessions: handlers, opening and endings. */
export interface Sessions {
  readonly handlers: Pick<Handlers<typeof AuthServiceService>, SessionMethod>
  /** `sessionId`: the first cookie value. `expiresAtMs`: by Redis' clock. */
  open(accountId: number, device: string): Promise<{ sessionId: string; expiresAtMs: number }>
  /** Last used first. */
  listOf(accountId: number): Promise<readonly SessionView[]>
  readonly endings: SessionEndings
}

/** A minute with the default of `endingOverdueMs`. */
const KEPT_FOR = 12

export function createSessions(deps: SessionsDeps): Sessions {
  const { database, redis, redisPrefix, bus, signer, readAccessToken, random, now, log } = deps
  const sessions = createSessionStore(redis, redisPrefix, deps.life)
  const endings = createSessionEndings({
    sessions,
    endings: createEndingStore(redis, redisPrefix, deps.endingOverdueMs),
    unfinished: createUnfinishedEndings(database),
    keptMs: KEPT_FOR * deps.endingOverdueMs,
    bus,
    log,
  })
  const identities = createIdentityStore(database)
  const identify = createIdentify({
    identities,
    signPrincipal: rememberPrincipals(signer, now),
    signer,
    age: deps.age,
    now,
  })
  const useCookie = createUseCookie({ sessions, endings, random })
  return {
    handlers: sessionHandlers({
      sessions,
      endings,
      useCookie,
      identify,
      checkSession: createCheckSession({ identities, age: deps.age, now }),
      readAccessToken,
    }),
    endings,
    listOf: sessions.listOf,
    async open(accountId, device) {
      const sessionId = newSecret(random)
      const expiresAtMs = await sessions.open({ sessionKey: hashOf(sessionId), accountId }, device)
      return { sessionId, expiresAtMs }
    },
  }
}
