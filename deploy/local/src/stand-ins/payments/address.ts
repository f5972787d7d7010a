import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'

/** Where a listening server is reached from this machine. */
export function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo
  // Nobody can call an address that only means "all of them".
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name}:${port}`
}
