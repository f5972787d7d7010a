import { type Handlers, KlaError } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { SessionStore } from '../sessions/store.js'
import { hashOf, newSecret, type Random } from '../shared/tokens.js'
import type { LoginProvider } from './provider.js'
import { checkAttempt, deviceName, forwardedParameters, returnPath } from './rules.js'
import type { AccountStore, LoginAttemptStore } from './store.js'

export const beginLogin =
  (parts: {
    attempts: Pick<LoginAttemptStore, 'put'>
    provider: Pick<LoginProvider, 'begin'>
    forwarded: readonly string[]
    random: Random
  }): Handlers<typeof AuthServiceService>['beginLogin'] =>
  async (request) => {
    const back = returnPath(request.redirectBackTo)
    if ('refused' in back) throw new KlaError(back.refused)
    const state = newSecret(parts.random)
    const browserSecret = newSecret(parts.random)
    const verifier = newSecret(parts.random)
    await parts.attempts.put(hashOf(state), { redirectTo: back.path, browserHash: hashOf(browserSecret), verifier })
    const parameters = forwardedParameters(request.forwardedParameters, parts.forwarded)
    return { authorizeUrl: await parts.provider.begin(state, verifier, parameters), browserSecret }
  }

export const completeLogin =
  (parts: {
    attempts: Pick<LoginAttemptStore, 'take'>
    provider: Pick<LoginProvider, 'complete'>
    accounts: Pick<AccountStore, 'signIn'>
    sessions: Pick<SessionStore, 'open'>
    random: Random
  }): Handlers<typeof AuthServiceService>['completeLogin'] =>
  async (request, call) => {
    const attempt = checkAttempt(await parts.attempts.take(hashOf(request.state)), hashOf(request.browserSecret))
    if ('refused' in attempt) throw new KlaError(attempt.refused)
    // Somebody who declines comes back without a code.
    if (request.code === '') throw new KlaError('LOGIN_FAILED')

    const outcome = await parts.provider.complete(request.code, attempt.verifier)
    if ('failed' in outcome) {
      call.log.warn({ problem: outcome.problem }, outcome.failed === 'refused' ? 'the provider refused a login' : 'the provider gave no usable answer')
      throw new KlaError(outcome.failed === 'refused' ? 'LOGIN_FAILED' : 'UNAVAILABLE')
    }
    if (!outcome.profile.guilds) call.log.warn('the provider did not tell the servers of somebody who logged in')

    const accountId = await parts.accounts.signIn(outcome.profile)
    const sessionId = newSecret(parts.random)
    const expiresAtMs = await parts.sessions.open(
      { sessionKey: hashOf(sessionId), accountId },
      deviceName(request.userAgent),
    )
    call.log.info({ accountId }, 'somebody logged in')
    return { sessionId, expiresAtMs, redirectTo: attempt.redirectTo }
  }
