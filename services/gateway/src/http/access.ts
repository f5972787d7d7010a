import { KlaError } from '@kla/chassis'
import type { AdministratorIdentity } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import type { Player } from './identify.js'

/**
 * Who may make a call: anyone; anyone, and a player is known; a machine, by what its message proves; a player; a player
 * even if banned; a viewer of clips, who is a player or an administrator and whom library judges; or an administrator, with
 * the permission if there is one.
 */
export type Access = 'anyone' | 'visitor' | 'machine' | 'player' | 'banned-player' | 'viewer' | AdministratorAccess

export interface AdministratorAccess {
  readonly permission: Permission | null
  /** Also open to who has to change the password, or set up TOTP, first. */
  readonly beforeTotp?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without it stops the app from being created. */
    readonly access?: Access
  }
}

const players = new WeakMap<FastifyRequest, Player>()
const administrators = new WeakMap<FastifyRequest, AdministratorIdentity>()

/** Notes who makes a request, once that is known. */
export const admitPlayer = (request: FastifyRequest, player: Player): unknown => players.set(request, player)
export const admitAdministrator = (request: FastifyRequest, administrator: AdministratorIdentity): unknown =>
  administrators.set(request, administrator)

/** The player who makes a request. */
export const playerOf = (request: FastifyRequest): Player => known(players.get(request))

/** The player who makes a request that nobody has to be signed in for. */
export const visitorOf = (request: FastifyRequest): Player | undefined => players.get(request)

/** The administrator who makes a request. */
export const administratorOf = (request: FastifyRequest): AdministratorIdentity => known(administrators.get(request))

/** What calls on behalf of the request's player or administrator carry. */
export const onBehalfOf = (request: FastifyRequest): { readonly principal: string; readonly requestId: string } => ({
  principal: known(players.get(request) ?? administrators.get(request)).principal,
  requestId: request.id,
})

/** Only a route that declares no access, or another one, asks for somebody who is not known. */
function known<T>(somebody: T | undefined): T {
  if (somebody === undefined) throw new KlaError('NOT_SIGNED_IN')
  return somebody
}
