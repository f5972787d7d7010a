import fastifyStatic from '@fastify/static'
import fastify from 'fastify'

export interface ClipHost {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Serves a folder of clips as a GIF provider's content host would. Port 0 takes a free one. */
export async function startClipHost(options: { directory: string; port: number; host?: string }): Promise<ClipHost> {
  const host = options.host ?? '127.0.0.1'
  const app = fastify({ forceCloseConnections: true })
  await app.register(fastifyStatic, { root: options.directory, prefix: '/clips/', index: false })
  await app.listen({ port: options.port, host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  return { url: `http://${host}:${port}`, port, close: () => app.close() }
}
