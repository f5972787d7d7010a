import { KlaError } from '@kla/chassis'
import type { AdministratorIdentity } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { banAgainst, bannedBy } from '../../shared/bans.js'
import type { HttpDeps } from '../deps.js'
import { JUDGE_COOKIE } from './cookies.js'
import { bearerOf, createIdentifyViewer, identifyAdministrator, identifyPlayer, type Player } from './identify.js'

/**
 * Callers that a route admits. `visitor`: anyone, players are identified; `machine`: proven by its message; `viewer`:
 * checked by library.
 */
type Access = 'anyone' | 'visitor' | 'machine' | 'player' | 'banned-player' | 'viewer' | AdministratorAccess

interface AdministratorAccess {
  readonly permission: Permission | null
  /** Admits administrators who must still set their password, TOTP or passkey. */
  readonly beforeTotp?: true
  /** True for calls that an open page makes by itself: they do not keep the session alive. */
  readonly passive?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: the app does not start without it. */
    readonly access?: Access
  }
  interface FastifyInstance {
    readonly routes: readonly RouteOptions[]
  }
}

const players = new WeakMap<FastifyRequest, Player>()
const administrators = new WeakMap<FastifyRequest, AdministratorIdentity>()

const admitPlayer = (request: FastifyRequest, player: Player): unknown => players.set(request, player)
const admitAdministrator = (request: FastifyRequest, administrator: AdministratorIdentity): unknown =>
  administrators.set(request, administrator)

export const playerOf = (request: FastifyRequest): Player => known(players.get(request))

/** The player, if a visitor is signed in. */
export const visitorOf = (request: FastifyRequest): Player | undefined => players.get(request)

export const administratorOf = (request: FastifyRequest): AdministratorIdentity => known(administrators.get(request))

export const onBehalfOf = (request: FastifyRequest): { readonly principal: string; readonly requestId: string } => ({
  principal: known(players.get(request) ?? administrators.get(request)).principal,
  requestId: request.id,
})

function known<T>(identity: T | undefined): T {
  if (identity === undefined) throw new KlaError('NOT_SIGNED_IN')
  return identity
}

type IdentifyDeps = Pick<HttpDeps, 'auth' | 'cookieSecure' | 'now'>
type AccessDeps = IdentifyDeps & { readonly identifyViewer: (request: FastifyRequest) => Promise<Player> }

/** Enforces each route's access before its body is read. Startup fails without a declaration. */
export function registerAccess(app: FastifyInstance, given: IdentifyDeps): void {
  const deps: AccessDeps = { ...given, identifyViewer: createIdentifyViewer(given) }
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
    // Replies are personal from here on.
    reply.header('cache-control', access === 'visitor' ? 'private, no-cache' : 'no-store')
    await admit(request, reply, access, deps)
  })
}

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
  deps: AccessDeps,
): Promise<void> {
  if (typeof access === 'object') return admitWithPermission(request, access, deps)
  if (access === 'visitor') return admitVisitor(request, deps)
  if (access === 'viewer') return admitViewer(request, deps)
  const player = await identifyPlayer(request, deps, { reply })
  const ban = access === 'player' ? banAgainst(player.restrictions, 'api', deps.now()) : undefined
  if (ban) throw bannedBy(ban)
  admitPlayer(request, player)
}

async function admitVisitor(request: FastifyRequest, deps: IdentifyDeps): Promise<void> {
  try {
    const player = await identifyPlayer(request, deps)
    if (!banAgainst(player.restrictions, 'api', deps.now())) admitPlayer(request, player)
  } catch (error) {
    // An outage of auth must not look like being signed out.
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
  }
}

async function admitViewer(request: FastifyRequest, deps: AccessDeps): Promise<void> {
  if (bearerOf(request) !== undefined) return admitWithPermission(request, { permission: null }, deps)
  try {
    const player = await deps.identifyViewer(request)
    const ban = banAgainst(player.restrictions, 'global', deps.now())
    if (ban) throw bannedBy(ban)
    return void admitPlayer(request, player)
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
  }
  const token = request.cookies[JUDGE_COOKIE]
  if (!token) throw new KlaError('MEDIA_FOR_ADULTS')
  // Watching a tie is work: without its clips, the session would end in the middle of one.
  return admitWithPermission(request, { permission: null }, deps, token)
}

/** True if a page says that no one has asked for this call. It can only make a call passive, never the opposite. */
const isPassive = ({ headers }: FastifyRequest): boolean => headers['x-passive'] === '1'

async function admitWithPermission(
  request: FastifyRequest,
  { permission, beforeTotp, passive }: AdministratorAccess,
  deps: Pick<HttpDeps, 'auth'>,
  token = bearerOf(request),
): Promise<void> {
  const administrator = await identifyAdministrator(request, deps, { token, passive: passive || isPassive(request) })
  if (administrator.passwordChangeRequired && !beforeTotp) throw new KlaError('PASSWORD_CHANGE_REQUIRED')
  if (administrator.totpSetupRequired && !beforeTotp) throw new KlaError('TOTP_SETUP_REQUIRED')
  if (administrator.passkeySetupRequired && !beforeTotp) throw new KlaError('PASSKEY_SETUP_REQUIRED')
  if (permission !== null && !administrator.permissions.includes(permission)) throw new KlaError('NOT_ALLOWED')
  admitAdministrator(request, administrator)
}
