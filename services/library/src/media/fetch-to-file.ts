import { KlaError } from '@kla/chassis'
import { open } from 'node:fs/promises'
import type { AddressRules } from '../domain/media-address.js'
import { SNIFFED_BYTES } from '../domain/media-type.js'
import { withBody } from './guarded-request.js'
import type { Resolve } from './public-addresses.js'

export interface FetchOptions {
  readonly rules: AddressRules
  readonly resolve: Resolve
  readonly maxBytes: number
  readonly timeoutMs: number
}

/** Fetches an address into a new file and answers its first bytes. Counts while it reads: a length may be a lie. */
export async function fetchToFile(address: string, path: string, options: FetchOptions): Promise<Uint8Array> {
  const { rules, resolve, maxBytes, timeoutMs } = options
  const signal = AbortSignal.timeout(timeoutMs)
  return withBody(address, rules, resolve, { signal }, async (body) => {
    const file = await open(path, 'wx')
    try {
      let size = 0
      let start = Buffer.alloc(0)
      for await (const chunk of body) {
        size += chunk.length
        if (size > maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
        if (start.length < SNIFFED_BYTES) start = Buffer.concat([start, chunk]).subarray(0, SNIFFED_BYTES)
        await file.writeFile(chunk)
      }
      return start
    } finally {
      await file.close()
    }
  })
}
