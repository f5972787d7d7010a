import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PaymentNotice, PaymentProvider } from '../../src/payments/payment-provider.js'

export interface Merchant {
  readonly url: string
  /** What was understood of what came. */
  readonly notices: PaymentNotice[]
  close(): Promise<void>
}

/** An address for notifications that hands each, as it came, to the provider's adapter. */
export async function openMerchant(provider: () => PaymentProvider, signatureHeader: string): Promise<Merchant> {
  const notices: PaymentNotice[] = []
  const server = createServer((request, response) => {
    const signature = String(request.headers[signatureHeader] ?? '')
    buffer(request)
      .then((body) => provider().readNotification({ body, signature, nowMs: Date.now() }))
      .then((read) => {
        notices.push(...read)
        response.end()
      })
      .catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notices,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
