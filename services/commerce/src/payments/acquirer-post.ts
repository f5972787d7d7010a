import { inPart } from '@kla/chassis'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Fields } from './acquirer-signature.js'

/** An answer has a few short fields. */
const ANSWER_BYTES_MAX = 16_384

/** Posts a form and answers the body of a 200; follows nothing. `timeoutMs` is for everything together. */
export const postForm = (url: string, fields: Fields, timeoutMs: number): Promise<Buffer> =>
  inPart('ask the acquirer', () => exchange(url, fields, timeoutMs))

async function exchange(url: string, fields: Fields, timeoutMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const form = Buffer.from(new URLSearchParams([...fields]).toString())
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }
    request(url, { method: 'POST', headers, signal }, resolve).on('error', reject).end(form)
  })
  try {
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    return await bodyOf(response)
  } finally {
    response.destroy()
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
