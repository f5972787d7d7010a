import cookie from '@fastify/cookie'
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController,
} from 'fastify'
import { type Logger, type Metrics, newId } from '@kla/chassis'
import { anyTrusted, type TrustedProxies, trustOf } from '../shared/networks.js'
import { administratorApprovals, createAdministrator, listAdministrators, updateAdministrator } from './console/administrators.js'
import { listAudit, verifyAudit } from './console/audit.js'
import { createBan, deleteBan, findActiveBan, liftAllBans, liftBan, listBans } from './console/bans.js'
import { addEntry, cancelCup, createCup, getCup, listAllCups, removeEntry, seedCup, startCup, updateCup } from './console/cups.js'
import { addGifs, deleteGif, fetchGifs, findBrokenGifs, listGifs, scanAndDeleteGifs, setGifState } from './console/gifs.js'
import { placeHold, releaseHold } from './console/holds.js'
import { getSubject, liftAgeLock, membersAndGuilds } from './console/members.js'
import {
  changeReports, deletedReports, deleteReport, getReport, listReports, reportApprovals, reviewReport, updateReport,
} from './console/reports.js'
import { deleteSeason, listSeasons, publishSeason, putSeason } from './console/seasons.js'
import {
  beginTotp, changeOwnPassword, confirmTotp, getAdminSession, openTab, signInAdministrator, signOutAdministrator,
} from './console/session.js'
import { correctStanding, listCorrections, listStandings, reverseCorrection } from './console/standings.js'
import { listTickets, updateTicket } from './console/tickets.js'
import { judgeTie, listTies, watchTie } from './console/ties.js'
import type { HttpParts } from './deps.js'
import { attestAge, beginLogin, completeLogin, getUser, logout } from './player/auth.js'
import { avatar } from './player/avatars.js'
import { blockPlayer, listBlocks, unblockPlayer } from './player/blocks.js'
import { checkoutFormAssets } from './player/checkout-page.js'
import { checkoutForm, createCheckout, verifyCheckout } from './player/checkout.js'
import { bePresent, checkIn, cup, cups, enterCup, nextTie, withdrawFromCup } from './player/cups.js'
import { clientConfig, health } from './player/info.js'
import { leaderboard } from './player/leaderboard.js'
import { hideSavedGif, savedGifs } from './player/library.js'
import { media } from './player/media.js'
import { ownBans, submitReport } from './player/moderation.js'
import { activatePass, claimReward, pass } from './player/pass.js'
import { ownSessions } from './player/sessions.js'
import { inventory, orders, shopItems } from './player/shop.js'
import { openTicket, ownTickets } from './player/tickets.js'
import { webhooks } from './player/webhooks.js'
import { registerAccess } from './plugins/access.js'
import { registerEmptyBodies, registerStorableTexts } from './plugins/bodies.js'
import { registerConsole } from './plugins/console.js'
import { registerSameOrigin } from './plugins/cookies.js'
import { refusalOf, refuseUnreadable, registerErrors, sendRefusal } from './plugins/errors.js'
import { registerSecurityHeaders } from './plugins/headers.js'
import { registerRateLimit } from './plugins/limits.js'
import { registerOpenapi } from './plugins/openapi.js'
import { registerSpa } from './plugins/spa.js'
import { registerMeasures, registerTraces } from './plugins/telemetry.js'

/** The calls of the console about standings, cups and the battle pass. */
const COMPETITION_CONSOLE_ROUTES = [
  listStandings,
  listCorrections,
  correctStanding,
  reverseCorrection,
  listAllCups,
  createCup,
  getCup,
  updateCup,
  startCup,
  cancelCup,
  addEntry,
  removeEntry,
  seedCup,
  listTies,
  judgeTie,
  watchTie,
  listSeasons,
  putSeason,
  publishSeason,
  deleteSeason,
]

/** The calls of the console. */
const CONSOLE_ROUTES = [
  signInAdministrator,
  getAdminSession,
  signOutAdministrator,
  beginTotp,
  confirmTotp,
  changeOwnPassword,
  listAdministrators,
  createAdministrator,
  updateAdministrator,
  administratorApprovals,
  membersAndGuilds,
  liftAgeLock,
  listReports,
  getReport,
  updateReport,
  reviewReport,
  deleteReport,
  changeReports,
  reportApprovals,
  deletedReports,
  createBan,
  listBans,
  findActiveBan,
  liftBan,
  liftAllBans,
  deleteBan,
  listTickets,
  updateTicket,
  getSubject,
  placeHold,
  releaseHold,
  listAudit,
  verifyAudit,
  listGifs,
  addGifs,
  setGifState,
  deleteGif,
  findBrokenGifs,
  scanAndDeleteGifs,
  fetchGifs,
  ...COMPETITION_CONSOLE_ROUTES,
  openTab,
]

/** The calls of players about meeting and competing. */
const COMPETITION_ROUTES = [
  leaderboard,
  cups,
  nextTie,
  cup,
  enterCup,
  withdrawFromCup,
  checkIn,
  bePresent,
  pass,
  activatePass,
  claimReward,
  listBlocks,
  blockPlayer,
  unblockPlayer,
]

interface HttpOptions extends HttpParts {
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
