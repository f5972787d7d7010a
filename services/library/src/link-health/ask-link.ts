import { KlaError } from '@kla/chassis'
import type { LinkAnswer } from '../domain/link-verdict.js'
import type { AddressRules } from '../domain/media-address.js'
import { guardedRequest, type GuardedRequest } from '../media/guarded-request.js'
import type { Resolve } from '../media/public-addresses.js'

export interface AskOptions {
  readonly rules: AddressRules
  readonly resolve: Resolve
  /** For one address with all its redirects and both ways to ask, milliseconds. */
  readonly timeoutMs: number
}

/**
 * What an address answers, undefined if nothing that may be asked does: HEAD first, and where that is refused the first
 * byte, as many hosts answer one only.
 */
export async function askLink(
  address: string,
  options: AskOptions,
  stop: AbortSignal,
): Promise<LinkAnswer | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(options.timeoutMs), stop])
  const ask = (how: Pick<GuardedRequest, 'method' | 'headers'>): Promise<LinkAnswer> =>
    guardedRequest(address, { ...options, ...how, signal, silenceMs: options.timeoutMs }, async (answer) => ({
      status: answer.status,
      contentType: answer.headers['content-type'] ?? '',
    }))
  try {
    const head = await ask({ method: 'HEAD' }).catch(unlessNotAllowed)
    return head && head.status < 300 ? head : await ask({ method: 'GET', headers: { range: 'bytes=0-0' } })
  } catch {
    return undefined
  }
}

// A host may close the connection on a HEAD; but whom the guard does not ask once it does not ask twice.
function unlessNotAllowed(error: unknown): undefined {
  if (KlaError.from(error).reason === 'MEDIA_NOT_ALLOWED') throw error
}
