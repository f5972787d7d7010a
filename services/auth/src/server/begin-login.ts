import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { forwardedParameters } from '../domain/forwarded-parameters.js'
import { returnPath } from '../domain/return-path.js'
import type { LoginProvider } from '../login-provider/login-provider.js'
import type { LoginAttemptStore } from '../store/login-attempt-store.js'
import { hashOf, newSecret, type Random } from '../tokens/secrets.js'

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
