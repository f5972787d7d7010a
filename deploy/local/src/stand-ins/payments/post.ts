import { request as requestHttp, type OutgoingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface Post {
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

/** Posts, and answers the status once the whole answer has come. Throws when none has before `signal`. */
export function post(url: string, { headers, body }: Post, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const length = Buffer.byteLength(body)
    request(url, { method: 'POST', headers: { ...headers, 'content-length': length }, signal }, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
      .on('error', reject)
      .end(body)
  })
}
