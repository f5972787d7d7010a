import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { authorize } from './authorize.js'
import { avatars } from './avatars.js'
import { createGrants, token } from './token.js'
import { users } from './users.js'

interface DiscordStandInOptions {
  readonly port: number
  readonly host?: string
  readonly clientId?: string
  readonly clientSecret?: string
}

/** Running provider of accounts, with its address. */
export interface DiscordStandIn {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Provides OAuth 2, accounts, guilds and avatars. */
export async function startDiscordStandIn(options: DiscordStandInOptions): Promise<DiscordStandIn> {
  const { host = '127.0.0.1', clientId = 'kla-local', clientSecret = 'kla-local-secret' } = options
  const grants = createGrants()
  const app = fastify({
    forceCloseConnections: true,
    // No route meets an array.
    routerOptions: { querystringParser: (query) => Object.fromEntries(new URLSearchParams(query)) },
  })
  await app.register(formbody)
  authorize(app, { clientId, grants })
  token(app, { clientId, clientSecret, grants })
  users(app, grants)
  avatars(app)
  await app.listen({ port: options.port, host })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://${urlHost(host)}:${port}`, port, close: () => app.close() }
}

// Wildcard addresses cannot be called.
const urlHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host)
