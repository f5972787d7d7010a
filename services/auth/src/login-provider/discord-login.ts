import oauth2 from 'passport-oauth2'
import { authenticate } from './authenticate.js'
import { DiscordStrategy, type DiscordOptions } from './discord-strategy.js'
import type { LoginOutcome, LoginProvider, ProviderProfile } from './login-provider.js'

/** Login with Discord: authorisation code with PKCE, for the scopes identify, email and guilds. */
export function createDiscordLogin(options: DiscordOptions): LoginProvider {
  const strategy = new DiscordStrategy(options)
  return {
    async begin(state, verifier, parameters) {
      const ending = await authenticate(strategy, {}, { state, verifier, parameters })
      if (ending.kind !== 'redirect') throw new Error('passport-discord did not redirect', { cause: ending })
      return ending.location
    },
    async complete(code, verifier) {
      const ending = await authenticate(strategy, { code }, { verifier })
      if (ending.kind === 'success') return { profile: ending.user as ProviderProfile }
      return ending.kind === 'error' ? failureOf(ending.error) : { failed: 'refused', problem: ending.kind }
    },
  }
}

/** What went wrong, in words that hold nothing of what was sent or answered. */
function failureOf(error: unknown): LoginOutcome {
  const status = error instanceof oauth2.InternalOAuthError ? statusOf(error.oauthError) : statusOf(error)
  if (error instanceof oauth2.TokenError) return { failed: 'refused', problem: error.code }
  if (status === undefined) return { failed: 'unreachable', problem: 'no usable answer' }
  // The provider's own trouble and its rate limits say nothing about this login.
  return { failed: status >= 500 || status === 429 ? 'unreachable' : 'refused', problem: `status ${status}` }
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' ? status : undefined
}
