import { KlaError } from '@kla/chassis'
import type { AddressRules } from '../domain/media-address.js'
import { guardedRequest, type GuardedAnswer } from '../media/guarded-request.js'
import type { Resolve } from '../media/public-addresses.js'
import type { Clock } from './clock.js'

export interface ProviderRequests {
  /** Without a slash at the end. */
  readonly url: string
  /** Origins that may be in a private network. */
  readonly privateOrigins: readonly string[]
  readonly resolve: Resolve
  /** For one request, milliseconds. */
  readonly timeoutMs: number
  readonly clock: Clock
}

/** What the provider answers: JSON, or the status of a refusal. */
export type ProviderAnswer = { readonly json: unknown } | { readonly status: number }

export interface AskOptions {
  readonly token?: string | undefined
  /** Unix milliseconds: the answer, or why there is none, is there by then. */
  readonly untilMs?: number | undefined
}

/** Asks a path of the provider. Throws PROVIDER_BUSY and PROVIDER_UNAVAILABLE. */
export type AskProvider = (path: string, options?: AskOptions) => Promise<ProviderAnswer>

/** Specification, player document, section 9. */
const RETRIES_MAX = 3
const RETRY_PAUSE_MS = 2_000
// 40 entries take about 60 KB.
const ANSWER_MAX_BYTES = 2 * 1024 ** 2
// A token belongs to whoever calls itself the same as when it asked for it.
const HEADERS = { accept: 'application/json', 'user-agent': 'Kla library' }

/** Asks again when told to slow down, each time after a longer pause. */
export function createAskProvider({ url, privateOrigins, resolve, timeoutMs, clock }: ProviderRequests): AskProvider {
  const rules: AddressRules = { allowedHosts: [new URL(url).host], privateOrigins }

  const send = (path: string, token: string | undefined, withinMs: number): Promise<ProviderAnswer> => {
    const headers = { ...HEADERS, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    // A redirect is not followed: it would take the token along.
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
