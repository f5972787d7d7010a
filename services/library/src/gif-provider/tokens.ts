import { KlaError } from '@kla/chassis'
import { createShared } from '../shared.js'
import type { AskProvider } from './ask-provider.js'
import type { Clock } from './clock.js'

/** The provider's temporary token. */
export interface Tokens {
  /** One that is still good for a while; asked for once, however many want it. `untilMs`: see AskOptions. */
  current(untilMs?: number): Promise<string>
  /** Forgets a token that was refused, so that `current` answers another one. */
  refused(token: string): void
}

/** The provider asks for a new one after a day and limits how many one may ask for. */
const LIFE_MS = 23 * 3_600_000
/** Renewed so long before its end, that no request with it comes too late. */
const RENEW_BEFORE_MS = 60_000

export function createTokens(ask: AskProvider, clock: Clock): Tokens {
  const shared = createShared<string>()
  let known: { token: string; untilMs: number } | undefined

  const renew = async (untilMs?: number): Promise<string> => {
    const answer = await ask('/v2/auth/temporary', { untilMs })
    const token = 'json' in answer ? (answer.json as { token?: unknown } | null)?.token : undefined
    if (typeof token !== 'string' || token === '') throw new KlaError('PROVIDER_UNAVAILABLE')
    known = { token, untilMs: endOf(token, clock.now()) - RENEW_BEFORE_MS }
    return token
  }

  return {
    current: async (untilMs) => (known && clock.now() < known.untilMs ? known.token : shared('token', () => renew(untilMs))),
    refused(token) {
      if (known?.token === token) known = undefined
    },
  }
}

/** When a token ends: a JWT says it itself; others get the provider's usual life. */
function endOf(token: string, nowMs: number): number {
  const latest = nowMs + LIFE_MS
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof payload.exp === 'number' ? Math.min(payload.exp * 1000, latest) : latest
  } catch {
    return latest
  }
}
