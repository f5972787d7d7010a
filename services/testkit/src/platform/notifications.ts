import type { Platform } from '@kla/local'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Provider = 'stripe' | 'acquirer'

/** What a payment provider posts, as it is on its way. */
export interface Notification {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Posts a notification to the site, whoever made it. */
export async function notify(
  platform: Platform,
  provider: Provider,
  { headers, body }: Notification,
): Promise<{ readonly status: number; readonly code: string | undefined }> {
  const response = await fetch(`${platform.url}/webhooks/${provider}`, {
    ...{ method: 'POST', headers, body },
    signal: AbortSignal.timeout(10_000),
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

/** What a provider tells while `work` is done: held back, as somebody on the way could; it believes it delivered. */
export async function heldBack(
  platform: Platform,
  provider: Provider,
  work: () => Promise<unknown>,
): Promise<Notification[]> {
  const posts: Notification[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posts.push({ headers: signingHeaders(request.headers), body })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { deliveries } = platform.standIns[provider]
  deliveries.sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    await work()
    await deliveries.idle()
  } finally {
    deliveries.sendTo(`${platform.url}/webhooks/${provider}`)
    server.close()
  }
  return posts
}

/** A body signed as Stripe would at that time (Unix milliseconds). */
export function signedAsStripe(body: string, secret: string, atMs: number): Notification {
  const time = Math.floor(atMs / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }, body }
}

const signingHeaders = (headers: IncomingHttpHeaders): Notification['headers'] =>
  Object.fromEntries(
    ['content-type', 'stripe-signature'].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
  )
