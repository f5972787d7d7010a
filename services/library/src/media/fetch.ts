import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { KlaError } from '@kla/chassis'
import { type GuardedAnswer, guardedRequest, type Resolve } from '../shared/guarded-request.js'
import type { AddressRules } from '../shared/rules.js'
import { NAMED_BYTES, refuseMessage } from './formats.js'

export interface FetchOptions {
  readonly rules: AddressRules
  readonly resolve: Resolve
  readonly maxBytes: number
  readonly timeoutMs: number
}

/** Digest of a file that was fetched. */
export interface Fetched {
  readonly digest: string
}

const HEADERS = { accept: 'video/*, image/*' }
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410])

/** Throws MEDIA_NOT_FOUND, MEDIA_TOO_LARGE, {@link NoFile} and the guard's errors. */
export async function fetchToFile(address: string, path: string, options: FetchOptions): Promise<Fetched> {
  const { maxBytes, timeoutMs } = options
  const signal = AbortSignal.timeout(timeoutMs)
  return guardedRequest(address, { ...options, signal, headers: HEADERS }, async (answer) => {
    if (answer.status !== 200) throw new KlaError(GONE.has(answer.status) ? 'MEDIA_NOT_FOUND' : 'MEDIA_UNAVAILABLE')
    if (Number(answer.headers['content-length']) > maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
    return writeBody(answer, path, maxBytes)
  })
}

/** A content-length may lie, so bytes are counted. */
async function writeBody({ headers, body }: GuardedAnswer, path: string, maxBytes: number): Promise<Fetched> {
  const file = await open(path, 'wx')
  try {
    const hash = createHash('sha256')
    let start = Buffer.alloc(0)
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
      if (start.length < NAMED_BYTES) start = Buffer.concat([start, chunk.subarray(0, NAMED_BYTES - start.length)])
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    // Before its digest is noted: many GIFs of a host would share that of its error page.
    refuseMessage(start, headers['content-type'])
    return { digest: hash.digest('hex') }
  } finally {
    await file.close()
  }
}
