import cookie from '@fastify/cookie'
import { TypeBoxValidatorCompiler, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { newId, type Logger, type Metrics } from '@kla/chassis'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { HttpParts } from './http-parts.js'
import { registerAccess } from './plugins/access.js'
import { registerConsole } from './plugins/console.js'
import { registerEmptyBodies } from './plugins/empty-bodies.js'
import { refusalOf, registerErrors, sendRefusal } from './plugins/errors.js'
import { registerMeasures } from './plugins/measures.js'
import { registerOpenapi } from './plugins/openapi.js'
import { registerRateLimit } from './plugins/rate-limit.js'
import { registerSameOrigin } from './plugins/same-origin.js'
import { registerSecurityHeaders } from './plugins/security-headers.js'
import { registerSpa } from './plugins/spa.js'
import { registerStorableTexts } from './plugins/storable-texts.js'
import { registerTraces } from './plugins/traces.js'
import { CONSOLE_ROUTES } from './routes/admin/index.js'
import { attestAge } from './routes/attest-age.js'
import { avatar } from './routes/avatar.js'
import { beginLogin } from './routes/begin-login.js'
import { checkoutForm } from './routes/checkout-form.js'
import { checkoutFormAssets } from './routes/checkout-form-assets.js'
import { clientConfig } from './routes/client-config.js'
import { COMPETITION_ROUTES } from './routes/competition/index.js'
import { completeLogin } from './routes/complete-login.js'
import { createCheckout } from './routes/create-checkout.js'
import { getUser } from './routes/get-user.js'
import { health } from './routes/health.js'
import { hideSavedGif } from './routes/hide-saved-gif.js'
import { inventory } from './routes/inventory.js'
import { logout } from './routes/logout.js'
import { media } from './routes/media.js'
import { openTicket } from './routes/open-ticket.js'
import { orders } from './routes/orders.js'
import { ownSessions } from './routes/own-sessions.js'
import { ownBans } from './routes/own-bans.js'
import { ownTickets } from './routes/own-tickets.js'
import { savedGifs } from './routes/saved-gifs.js'
import { shopItems } from './routes/shop-items.js'
import { submitReport } from './routes/submit-report.js'
import { verifyCheckout } from './routes/verify-checkout.js'
import { webhooks } from './routes/webhooks.js'
import { anyTrusted, trustOf, type TrustedProxies } from './trusted-proxies.js'
import { refuseUnreadable } from './unreadable.js'

export interface HttpOptions extends HttpParts {
  readonly log: Logger
  readonly metrics: Metrics
  readonly publicUrl: string
  readonly trustedProxies: TrustedProxies
  readonly requestsPerMinute: number
  /** The built SPA; empty: none. */
  readonly staticDir: string
  /** The built console, and the path below which it is served; either empty: none. */
  readonly consoleDir: string
  readonly adminPath: string
}

const BODY_MAX_BYTES = 64 * 1024
/** How long a request may take to come in whole: who sends a byte a minute holds a connection and a buffer. */
const REQUEST_WITHIN_MS = 30_000

const ROUTES = [
  beginLogin,
  completeLogin,
  getUser,
  logout,
  attestAge,
  shopItems,
  createCheckout,
  checkoutForm,
  checkoutFormAssets,
  verifyCheckout,
  webhooks,
  inventory,
  orders,
  savedGifs,
  hideSavedGif,
  submitReport,
  openTicket,
  ownTickets,
  ownBans,
  ownSessions,
  media,
  avatar,
  ...COMPETITION_ROUTES,
  clientConfig,
  health,
  ...CONSOLE_ROUTES,
]

/** The REST calls and the SPA, ready to listen or to be injected into. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, publicUrl, trustedProxies } = options
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Addresses carry codes, passcodes and invitations; errors are logged where they are mapped.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    trustProxy: trustOf(trustedProxies),
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable,
    // An address that cannot be decoded belongs to no route, and to no error handler.
    frameworkErrors: (error, request, reply) => {
      sendRefusal(reply as unknown as FastifyReply, refusalOf(error, request as unknown as FastifyRequest))
    },
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(TypeBoxValidatorCompiler)

  const base = app as unknown as FastifyInstance
  registerErrors(base)
  registerTraces(base)
  registerMeasures(base, options.metrics, options.adminPath)
  await registerSecurityHeaders(base, {
    publicUrl,
    avatarBaseUrl: options.avatarBaseUrl,
    secure: options.cookieSecure,
  })
  await registerRateLimit(base, { perMinute: options.requestsPerMinute, behindProxy: anyTrusted(trustedProxies) })
  registerSameOrigin(base, new URL(publicUrl).origin)
  await app.register(cookie)
  registerAccess(base, options)
  registerEmptyBodies(base)
  registerStorableTexts(base)
  await registerOpenapi(base, publicUrl)
  for (const route of ROUTES) route(app, options)
  await registerConsole(base, {
    path: options.adminPath,
    directory: options.consoleDir,
    avatarBaseUrl: options.avatarBaseUrl,
  })
  await registerSpa(base, options.staticDir)
  await app.ready()
  return base
}
