import cookie from '@fastify/cookie'
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { type Logger, type Metrics, newId } from '@kla/chassis'
import fastJsonStringify from 'fast-json-stringify'
import fastify, { type FastifyInstance, type FastifySchemaCompiler, LogController } from 'fastify'
import { anyTrusted, type TrustedProxies, trustOf } from '../shared/networks.js'
import { consoleAdministrators } from './console/administrators.js'
import { consoleAudit } from './console/audit.js'
import { consoleBans } from './console/bans.js'
import { consoleCups } from './console/cups.js'
import { consoleDecisions } from './console/decisions.js'
import { consoleDesk } from './console/desk.js'
import { consoleEvidence } from './console/evidence.js'
import { consoleExports } from './console/exports.js'
import { consoleGifs } from './console/gifs.js'
import { consoleHolds } from './console/holds.js'
import { consoleMembers } from './console/members.js'
import { consoleOpinions } from './console/opinions.js'
import { consolePasskeys } from './console/passkeys.js'
import { consolePeople } from './console/people.js'
import { consoleReports } from './console/reports.js'
import { consoleSeasons } from './console/seasons.js'
import { consoleSession } from './console/session.js'
import { consoleSessions } from './console/sessions.js'
import { consoleStandings } from './console/standings.js'
import { consoleTickets } from './console/tickets.js'
import { consoleTies } from './console/ties.js'
import type { HttpDeps } from './deps.js'
import { playerAuth } from './player/auth.js'
import { avatars } from './player/avatars.js'
import { playerBlocks } from './player/blocks.js'
import { checkoutForm } from './player/checkout-form.js'
import { playerCups } from './player/cups.js'
import { info } from './player/info.js'
import { playerLeaderboard } from './player/leaderboard.js'
import { playerLibrary } from './player/library.js'
import { media } from './player/media.js'
import { playerMet } from './player/met.js'
import { playerModeration } from './player/moderation.js'
import { playerNames } from './player/names.js'
import { playerPass } from './player/pass.js'
import { relay } from './player/relay.js'
import { playerResult } from './player/result.js'
import { playerSessions } from './player/sessions.js'
import { playerShop } from './player/shop.js'
import { playerStanding } from './player/standing.js'
import { playerTickets } from './player/tickets.js'
import { webhooks } from './player/webhooks.js'
import { registerAccess } from './plugins/access.js'
import { registerEmptyBodies, registerStorableTexts } from './plugins/bodies.js'
import { registerConsole } from './plugins/console.js'
import { registerSameOrigin } from './plugins/cookies.js'
import { refusalOf, refuseUnreadable, registerErrors, sendRefusal } from './plugins/errors.js'
import { registerSecurityHeaders } from './plugins/headers.js'
import { registerRateLimit } from './plugins/limits.js'
import { registerOpenapi } from './plugins/openapi.js'
import { registerPublicAddress } from './plugins/public-address.js'
import { registerSpa } from './plugins/spa.js'
import { registerMetrics, registerTraces } from './plugins/telemetry.js'
import { named } from './route.js'

interface HttpOptions extends HttpDeps {
  readonly log: Logger
  readonly metrics: Metrics
  readonly publicUrl: string
  readonly trustedProxies: TrustedProxies
  readonly requestsPerMinute: number
  readonly staticDir: string
  readonly consoleDir: string
  readonly adminPath: string
}

const BODY_MAX_BYTES = 64 * 1024
/** Limits how long slow senders hold a connection. */
const REQUEST_WITHIN_MS = 30_000

const PLAYER = [
  playerAuth,
  playerNames,
  playerSessions,
  playerShop,
  checkoutForm,
  webhooks,
  playerLibrary,
  playerModeration,
  playerStanding,
  playerTickets,
  media,
  avatars,
  playerLeaderboard,
  playerCups,
  playerPass,
  playerResult,
  playerMet,
  playerBlocks,
  relay,
  info,
]
const CONSOLE = [
  consoleSession,
  consolePasskeys,
  consoleSessions,
  consoleAdministrators,
  consoleExports,
  consoleMembers,
  consolePeople,
  consoleDesk,
  consoleReports,
  consoleEvidence,
  consoleBans,
  consoleDecisions,
  consoleOpinions,
  consoleTickets,
  consoleHolds,
  consoleAudit,
  consoleGifs,
  consoleStandings,
  consoleCups,
  consoleTies,
  consoleSeasons,
]

/** The REST API and the SPA, ready to listen. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, publicUrl, trustedProxies } = options
  const app = fastify({
    loggerInstance: log,
    // URLs carry codes, passcodes and invitations.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    trustProxy: trustOf(trustedProxies),
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable,
    // Undecodable URLs reach no error handler.
    frameworkErrors: (error, request, reply) => {
      sendRefusal(reply, refusalOf(error, request))
    },
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(validatorOf)
    .setSerializerCompiler(serializerOf)

  const base = app as unknown as FastifyInstance
  registerErrors(base)
  registerTraces(base)
  registerMetrics(base, options.metrics, options.adminPath)
  await registerSecurityHeaders(base, {
    publicUrl,
    avatarBaseUrl: options.avatarBaseUrl,
    secure: options.cookieSecure,
  })
  registerPublicAddress(base, { publicUrl, log })
  await registerRateLimit(base, { perMinute: options.requestsPerMinute, behindProxy: anyTrusted(trustedProxies) })
  registerSameOrigin(base, new URL(publicUrl).origin)
  await app.register(cookie)
  registerAccess(base, options)
  registerEmptyBodies(base)
  registerStorableTexts(base)
  await registerOpenapi(base, publicUrl)
  for (const resource of [...PLAYER, ...CONSOLE]) await app.register(named(resource.name, resource), options)
  await registerConsole(base, {
    path: options.adminPath,
    directory: options.consoleDir,
    avatarBaseUrl: options.avatarBaseUrl,
  })
  await registerSpa(base, options.staticDir)
  await app.ready()
  return base
}

type Validate = ReturnType<typeof TypeBoxValidatorCompiler>

/** Compiles a schema with its first request: compiling hundreds of them would delay the start. */
const validatorOf: FastifySchemaCompiler<object> = (route) => {
  let validate: Validate | undefined
  return (value: unknown) => {
    validate ??= TypeBoxValidatorCompiler(route)
    return validate(value)
  }
}

/** Compiles a schema as {@link validatorOf} does, once for all routes that share it. */
function serializerOf({ schema }: { schema: object }): Serialize {
  return (data) => {
    const serialize: Serialize = serializers.get(schema) ?? fastJsonStringify(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  }
}

type Serialize = (data: unknown) => string
const serializers = new WeakMap<object, Serialize>()
