import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { bannedBy } from '../../banned-by.js'
import { banAgainst } from '../../statement.js'
import { admitAdministrator, admitPlayer, type Access, type AdministratorAccess } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import { JUDGE_COOKIE } from '../../cookies.js'
import { bearerOf, identifyAdministrator, identifyPlayer } from '../identify.js'
import { createViewers, type Viewers } from '../viewers.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** All there are, for whoever checks them. */
    readonly routes: readonly RouteOptions[]
  }
}

type GivenParts = Pick<HttpParts, 'auth' | 'cookieSecure' | 'now'>
type AccessParts = GivenParts & { readonly viewers: Viewers }

/**
 * Keeps what every route declares of who may call it, before anything of the request's body is read. The app does not
 * come up when a route declares nothing.
 */
export function registerAccess(app: FastifyInstance, given: GivenParts): void {
  const parts: AccessParts = { ...given, viewers: createViewers(given) }
  const routes: RouteOptions[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => config?.access === undefined)
    if (open.length > 0) throw new Error(`no access is declared for ${open.map(nameOf).join(', ')}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (request.is404 || access === 'anyone' || access === 'machine') return
    if (access === undefined) throw new Error(`no access is declared for ${request.method} ${request.routeOptions.url}`)
    // What is answered from here on is about one person, or for one. What visitors see is asked for again and again.
    reply.header('cache-control', access === 'visitor' ? 'private, no-cache' : 'no-store')
    await admit(request, reply, access, parts)
  })
}

/** Declares it for the routes of a plugin in `scope` that is not ours. */
export function openToAnyone(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
}

const nameOf = ({ method, url }: RouteOptions): string => `${String(method)} ${url}`

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Exclude<Access, 'anyone' | 'machine'>,
  parts: AccessParts,
): Promise<void> {
  if (typeof access === 'object') return admitWithPermission(request, access, parts)
  if (access === 'visitor') return admitVisitor(request, parts)
  if (access === 'viewer') return admitViewer(request, parts)
  const player = await identifyPlayer(request, parts, { reply })
  const ban = access === 'player' ? banAgainst(player.restrictions, 'api', parts.now()) : undefined
  if (ban) throw bannedBy(ban)
  admitPlayer(request, player)
}

/** Who is not signed in, or banned, sees what anybody sees. */
async function admitVisitor(request: FastifyRequest, parts: GivenParts): Promise<void> {
  try {
    const player = await identifyPlayer(request, parts)
    if (!banAgainst(player.restrictions, 'api', parts.now())) admitPlayer(request, player)
  } catch (error) {
    // That auth is away makes nobody signed out.
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
  }
}

/**
 * A player by the cookie; else an administrator by the bearer token, or by the cookie that a judge's page has. Whose age
 * verdict stands and what an administrator may see is library's to say.
 */
async function admitViewer(request: FastifyRequest, parts: AccessParts): Promise<void> {
  if (bearerOf(request) !== undefined) return admitWithPermission(request, { permission: null }, parts)
  try {
    const player = await parts.viewers.identify(request)
    const ban = banAgainst(player.restrictions, 'global', parts.now())
    if (ban) throw bannedBy(ban)
    return void admitPlayer(request, player)
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
  }
  const token = request.cookies[JUDGE_COOKIE]
  if (!token) throw new KlaError('MEDIA_FOR_ADULTS')
  admitAdministrator(request, await identifyAdministrator(request, parts, token))
}

async function admitWithPermission(
  request: FastifyRequest,
  { permission, beforeTotp }: AdministratorAccess,
  parts: Pick<HttpParts, 'auth'>,
): Promise<void> {
  const administrator = await identifyAdministrator(request, parts)
  if (administrator.passwordChangeRequired && !beforeTotp) throw new KlaError('PASSWORD_CHANGE_REQUIRED')
  if (administrator.totpSetupRequired && !beforeTotp) throw new KlaError('TOTP_SETUP_REQUIRED')
  if (permission !== null && !administrator.permissions.includes(permission)) throw new KlaError('NOT_ALLOWED')
  admitAdministrator(request, administrator)
}
