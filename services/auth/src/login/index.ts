import { type Database, type Handlers, KlaError, type Redis } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { Sessions } from '../sessions/index.js'
import { hashOf, newSecret, type Random } from '../shared/tokens.js'
import type { LoginProvider } from './provider.js'
import { checkAttempt, deviceName, forwardedParameters, returnPath } from './rules.js'
import { createAccountStore, createLoginAttemptStore } from './store.js'

export { deviceName } from './rules.js'
export { createDiscordLogin } from './discord.js'
export { createProviderLimits, type ProviderLimits } from './limits.js'
export type { LoginProvider } from './provider.js'

export interface LoginDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly provider: LoginProvider
  readonly sessions: Pick<Sessions, 'open'>
  readonly ttlMs: number
  readonly forwarded: readonly string[]
  readonly random: Random
  readonly now: () => number
}

/** RPC handlers of player login. */
export interface Login {
  readonly handlers: Pick<Handlers<typeof AuthServiceService>, 'beginLogin' | 'completeLogin'>
}

/** Logs in with code and PKCE, bound to the browser that began. */
export function createLogin({
  database,
  redis,
  redisPrefix,
  provider,
  sessions,
  ttlMs,
  forwarded,
  random,
  now,
}: LoginDeps): Login {
  const accounts = createAccountStore(database, undefined, now)
  const attempts = createLoginAttemptStore(redis, redisPrefix, ttlMs)
  const checkLimit = async (): Promise<void> => {
    const retryAfterMs = await provider.limitedMs()
    if (retryAfterMs > 0) throw limited(retryAfterMs)
  }
  return {
    handlers: {
      async beginLogin(request) {
        const back = returnPath(request.redirectBackTo)
        if ('refused' in back) throw new KlaError(back.refused)
        await checkLimit()
        const state = newSecret(random)
        const browserSecret = newSecret(random)
        const verifier = newSecret(random)
        await attempts.put(hashOf(state), { redirectTo: back.path, browserHash: hashOf(browserSecret), verifier })
        const parameters = forwardedParameters(request.forwardedParameters, forwarded)
        return { authorizeUrl: await provider.begin(state, verifier, parameters), browserSecret }
      },

      async completeLogin(request, call) {
        // Checked before the state is used up: the address works later.
        await checkLimit()
        const attempt = checkAttempt(await attempts.take(hashOf(request.state)), hashOf(request.browserSecret))
        if ('refused' in attempt) throw new KlaError(attempt.refused)
        if (request.code === '') throw new KlaError('LOGIN_FAILED')

        const outcome = await provider.complete(request.code, attempt.verifier)
        if ('failed' in outcome) {
          const refused = outcome.failed === 'refused'
          const { problem, retryAfterMs } = outcome
          call.log.warn({ problem }, refused ? 'the provider refused a login' : 'the provider gave no usable answer')
          if (retryAfterMs !== undefined) throw limited(retryAfterMs)
          throw new KlaError(refused ? 'LOGIN_FAILED' : 'UNAVAILABLE')
        }
        if (!outcome.profile.guilds) call.log.warn('the provider did not list the guilds of a login')

        const accountId = await accounts.signIn(outcome.profile)
        const { sessionId, expiresAtMs } = await sessions.open(accountId, deviceName(request.userAgent))
        call.log.info({ accountId }, 'player logged in')
        return { sessionId, expiresAtMs, redirectTo: attempt.redirectTo }
      },
    },
  }
}

const MINUTE_MS = 60_000

function limited(retryAfterMs: number): KlaError {
  const minutes = Math.ceil(retryAfterMs / MINUTE_MS)
  const text = `Discord isn't accepting logins right now. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  return new KlaError('LOGIN_LIMITED', text, { retryAfterMs })
}
