import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Client } from './shop.js'

/** Hands notifications on to commerce byte for byte, to one process after the other, as gateways do. */
export async function openFrontDoor(
  clients: readonly Client[],
): Promise<{ url(provider: string): string; close(): Promise<void> }> {
  let calls = 0
  const server = createServer((request, response) => {
    const client = clients[calls++ % clients.length]
    const provider = request.url?.slice(1) ?? ''
    const signature = String(request.headers['stripe-signature'] ?? '')
    buffer(request)
      .then((body) => client?.receiveNotification({ provider, body, signature }))
      .then(
        () => response.writeHead(200).end(),
        (error: { reason?: string }) => response.writeHead(error.reason === 'SIGNATURE_INVALID' ? 400 : 503).end(),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (provider) => `http://127.0.0.1:${port}/${provider}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
