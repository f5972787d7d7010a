import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, avatarBaseUrl, secure }: { publicUrl: string; avatarBaseUrl: string; secure: boolean },
): Promise<void> {
  const avatars = new URL(avatarBaseUrl).origin
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The blur of backgrounds is compiled WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", avatars, 'data:', 'blob:'],
        mediaSrc: ["'self'", avatars, 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Not every browser applies 'self' to WebSockets.
        connectSrc: ["'self'", publicUrl.replace(/^http/, 'ws')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=()')
  })
}
