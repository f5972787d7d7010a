import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError } from '@kla/chassis'
import { createSingleFlight } from '../shared/concurrency.js'
import { type GuardedAnswer, guardedRequest, type Resolve } from '../shared/guarded-request.js'
import type { AddressRules } from '../shared/rules.js'

interface AskProviderDeps {
  readonly url: string
  readonly privateOrigins: readonly string[]
  readonly resolve: Resolve
  readonly timeoutMs: number
  readonly clock: Clock
}

type ProviderAnswer = { readonly json: unknown } | { readonly status: number }

interface AskOptions {
  readonly token?: string | undefined
  readonly untilMs?: number | undefined
}

/** Asks the provider. Throws PROVIDER_BUSY and PROVIDER_UNAVAILABLE. */
export type AskProvider = (path: string, options?: AskOptions) => Promise<ProviderAnswer>

/** Specification's player document, section 9. */
const RETRIES_MAX = 3
const RETRY_PAUSE_MS = 2_000
const ANSWER_MAX_BYTES = 2 * 1024 ** 2
// Tokens are bound to the user agent.
const HEADERS = { accept: 'application/json', 'user-agent': 'Kla library' }

/** Retries with growing pauses after a 429. */
export function createAskProvider({ url, privateOrigins, resolve, timeoutMs, clock }: AskProviderDeps): AskProvider {
  const rules: AddressRules = { allowedHosts: [new URL(url).host], privateOrigins }

  const send = (path: string, token: string | undefined, withinMs: number): Promise<ProviderAnswer> => {
    const headers = { ...HEADERS, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    // A redirect would forward the token.
    const options = { rules, resolve, headers, redirects: 0, signal: AbortSignal.timeout(withinMs) }
    return guardedRequest(`${url}${path}`, options, readAnswer)
  }

  return async (path, { token, untilMs = Infinity } = {}) => {
    for (let attempt = 1; ; attempt++) {
      const leftMs = untilMs - clock.now()
      if (leftMs <= 0) throw new KlaError('PROVIDER_UNAVAILABLE')
      const answer = await send(path, token, Math.min(timeoutMs, leftMs)).catch((error: unknown) => {
        throw new KlaError('PROVIDER_UNAVAILABLE', undefined, { cause: error })
      })
      if (!('status' in answer && answer.status === 429)) return answer
      const pauseMs = RETRY_PAUSE_MS * attempt
      if (attempt > RETRIES_MAX || clock.now() + pauseMs >= untilMs) throw new KlaError('PROVIDER_BUSY')
      await clock.sleep(pauseMs)
    }
  }
}

async function readAnswer({ status, body }: GuardedAnswer): Promise<ProviderAnswer> {
  if (status !== 200) return { status }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new Error('the provider answers too much')
    chunks.push(chunk)
  }
  return { json: JSON.parse(Buffer.concat(chunks).toString()) as unknown }
}

export interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

export const systemClock: Clock = { now: Date.now, sleep: async (ms) => sleep(ms) }

/** Tokens of the GIF provider. */
export interface Tokens {
  current(untilMs?: number): Promise<string>
  refused(token: string): void
}

/** The provider limits their number. */
const LIFE_MS = 23 * 3_600_000
const RENEW_BEFORE_MS = 60_000

export function createTokens(ask: AskProvider, clock: Clock): Tokens {
  const once = createSingleFlight<string>()
  let known: { token: string; untilMs: number } | undefined

  const renew = async (untilMs?: number): Promise<string> => {
    const answer = await ask('/v2/auth/temporary', { untilMs })
    const token = 'json' in answer ? (answer.json as { token?: unknown } | null)?.token : undefined
    if (typeof token !== 'string' || token === '') throw new KlaError('PROVIDER_UNAVAILABLE')
    known = { token, untilMs: endOf(token, clock.now()) - RENEW_BEFORE_MS }
    return token
  }

  return {
    current: async (untilMs) =>
      known && clock.now() < known.untilMs ? known.token : once('token', () => renew(untilMs)),
    refused(token) {
      if (known?.token === token) known = undefined
    },
  }
}

function endOf(token: string, nowMs: number): number {
  const latest = nowMs + LIFE_MS
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof payload.exp === 'number' ? Math.min(payload.exp * 1000, latest) : latest
  } catch {
    return latest
  }
}
