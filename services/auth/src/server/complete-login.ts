import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { checkAttempt } from '../domain/login-attempt.js'
import type { LoginProvider } from '../login-provider/login-provider.js'
import { deviceName } from '../sessions/device-name.js'
import type { AccountStore } from '../store/account-store.js'
import type { LoginAttemptStore } from '../store/login-attempt-store.js'
import type { SessionStore } from '../store/session-store.js'
import { hashOf, newSecret, type Random } from '../tokens/secrets.js'

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
