import cookie from '@fastify/cookie'
import { TypeBoxValidatorCompiler, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { newId, type Logger } from '@kla/chassis'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { HttpParts } from './http-parts.js'
import { registerErrors } from './plugins/errors.js'
import { registerOpenapi } from './plugins/openapi.js'
import { registerRateLimit } from './plugins/rate-limit.js'
import { registerSameOrigin } from './plugins/same-origin.js'
import { registerSecurityHeaders } from './plugins/security-headers.js'
import { registerSpa } from './plugins/spa.js'
import { attestAge } from './routes/attest-age.js'
import { beginLogin } from './routes/begin-login.js'
import { clientConfig } from './routes/client-config.js'
import { completeLogin } from './routes/complete-login.js'
import { getUser } from './routes/get-user.js'
import { health } from './routes/health.js'
import { logout } from './routes/logout.js'
import { media } from './routes/media.js'

export interface HttpOptions extends HttpParts {
  readonly log: Logger
  readonly publicUrl: string
  readonly trustProxy: boolean
  readonly requestsPerMinute: number
  /** The built SPA; empty: none. */
  readonly staticDir: string
}

const BODY_MAX_BYTES = 64 * 1024

/** The REST calls and the SPA, ready to listen or to be injected into. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, publicUrl, trustProxy } = options
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Addresses carry codes, passcodes and invitations; errors are logged where they are mapped.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy,
    forceCloseConnections: true,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(TypeBoxValidatorCompiler)

  const base = app as unknown as FastifyInstance
  registerErrors(base)
  await registerSecurityHeaders(base, {
    publicUrl,
    avatarBaseUrl: options.avatarBaseUrl,
    secure: options.cookieSecure,
  })
  await registerRateLimit(base, { perMinute: options.requestsPerMinute, behindProxy: trustProxy })
  registerSameOrigin(base, new URL(publicUrl).origin)
  await app.register(cookie)
  await registerOpenapi(base, publicUrl)
  for (const route of [beginLogin, completeLogin, getUser, logout, attestAge, media, clientConfig, health]) {
    route(app, options)
  }
  await registerSpa(base, options.staticDir)
  await app.ready()
  return base
}
