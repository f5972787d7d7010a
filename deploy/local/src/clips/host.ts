import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { clipManifest } from './manifest.js'

export interface ClipHost {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export interface ClipHostOptions {
  readonly directory: string
  /** 0 for any free one. */
  readonly port: number
  readonly host?: string
  /** Where whoever fetches clips reaches it; its own address unless given. */
  readonly url?: string
}

/** Serves a folder of clips as a GIF provider's content host would, and at /manifest.json what the library's seed takes. */
export async function startClipHost(options: ClipHostOptions): Promise<ClipHost> {
  const host = options.host ?? '127.0.0.1'
  const app = fastify({ forceCloseConnections: true })
  await app.register(fastifyStatic, { root: options.directory, prefix: '/clips/', index: false })
  app.get('/manifest.json', async () => clipManifest(url))
  await app.listen({ port: options.port, host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const url = options.url ?? `http://${host}:${port}`
  return { url, port, close: () => app.close() }
}
