import { KlaError } from '@kla/chassis'
import { type Identity, ShownAs } from '@kla/proto'
import {
  AgeAttestation,
  AgeAttestationAnswer,
  AuthUser,
  LoginCallbackQuery,
  LoginQuery,
  RestError,
  Success,
} from '@kla/proto/schemas'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { shownNameOf } from '../../shared/names.js'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import { nameChoiceView } from '../accounts.js'
import { LOGOUT } from '../logouts.js'
import { onBehalfOf } from '../plugins/access.js'
import { cookieOptions, loginCookieOf, setLoginCookie, setSessionCookie } from '../plugins/cookies.js'
import { identifyPlayer } from '../plugins/identify.js'
import { playerCall, type Resource } from '../route.js'
import { isNavigation } from '../url-prefixes.js'
import { textOrNull } from '../values.js'

const FORWARDED_MAX = 256
const USER_AGENT_MAX = 512

export const playerAuth: Resource = async (app, options) => {
  const { auth, cookieSecure, loginForwardParameters, logouts, publicOrigin } = options
  // Ties the provider's response to this browser.
  app.get(
    '/auth/discord',
    {
      config: { access: 'anyone' },
      schema: {
        summary: 'Begin a login',
        querystring: LoginQuery,
        response: { 302: Type.Any({ description: 'Redirects to the login provider.' }), '4xx': RestError },
      },
    },
    async (request, reply) => {
      const query = request.query as Record<string, unknown>
      const forwarded = loginForwardParameters.flatMap((name) => {
        const value = Object.hasOwn(query, name) ? query[name] : undefined
        return typeof value === 'string' && value.length <= FORWARDED_MAX ? [[name, value] as const] : []
      })
      const { authorizeUrl, browserSecret } = await auth.beginLogin(
        {
          redirectBackTo: request.query.redirectBackTo ?? '',
          forwardedParameters: Object.fromEntries(forwarded),
        },
        { requestId: request.id },
      )
      setLoginCookie(reply, cookieSecure, { secret: browserSecret, back: request.query.redirectBackTo ?? '' })
      return reply.header('cache-control', 'no-store').redirect(authorizeUrl)
    },
  )

  const completeLogin = async (request: FastifyRequest, { code, state, error }: LoginAnswer) => {
    const { secret: browserSecret } = loginCookieOf(request.cookies)
    if (error === 'access_denied') throw new KlaError('LOGIN_FAILED', 'You cancelled the login at Discord.')
    if (!code || !state || !browserSecret) throw new KlaError('LOGIN_FAILED')
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX)
    return auth.completeLogin({ code, state, browserSecret, userAgent }, { requestId: request.id })
  }

  /** True for a finished login, opened by Back or a reload. */
  const isOver = async (request: FastifyRequest, error: unknown): Promise<boolean> =>
    KlaError.from(error).reason === 'LOGIN_FAILED' && isNavigation(request) && isSignedIn(request)

  const isSignedIn = (request: FastifyRequest): Promise<boolean> =>
    identifyPlayer(request, { auth, cookieSecure }).then(
      () => true,
      () => false,
    )

  app.get(
    '/auth/discord/callback',
    {
      config: { access: 'anyone' },
      schema: {
        summary: 'Complete a login',
        querystring: LoginCallbackQuery,
        response: { 302: Type.Any({ description: 'Redirects to where the login began.' }), '4xx': RestError },
      },
    },
    async (request, reply) => {
      const { back } = loginCookieOf(request.cookies)
      setLoginCookie(reply.header('cache-control', 'no-store'), cookieSecure, { secret: '', back })
      try {
        const { sessionId, expiresAtMs, redirectTo } = await completeLogin(request, request.query)
        return setSessionCookie(reply, cookieSecure, sessionId, expiresAtMs).redirect(redirectTo)
      } catch (error) {
        if (await isOver(request, error)) return reply.redirect(pageOfSite(back, publicOrigin))
        throw error
      }
    },
  )

  app.get(
    '/auth/user',
    {
      config: { access: 'anyone' },
      schema: { summary: 'The logged-in account', response: { 200: AuthUser, '5xx': RestError } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        return authUser(await identifyPlayer(request, { auth, cookieSecure }, { withoutAccessToken: false, reply }))
      } catch (error) {
        if (KlaError.from(error).reason === 'NOT_SIGNED_IN') return {}
        throw error
      }
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Log out', response: { 200: Success, '4xx': RestError, '5xx': RestError } },
    },
    async (request, reply) => {
      const sessionId = request.cookies[SESSION_COOKIE]
      // Cleared first: this browser is logged out even if the call fails.
      reply.clearCookie(SESSION_COOKIE, cookieOptions(cookieSecure))
      if (sessionId) {
        const end = () => auth.endSession({ sessionId }, { requestId: request.id, ...LOGOUT })
        await logouts.run({ secret: sessionId, of: 'session', end })
      }
      return { success: true as const }
    },
  )

  app.post(
    '/user/age-attestation',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Declare whether the player is 18 or older', AgeAttestationAnswer, { body: AgeAttestation }),
    },
    async (request) => auth.attestAge({ over18: request.body.over18 }, onBehalfOf(request)),
  )
}

interface LoginAnswer {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly error?: string | undefined
}

/** Returns a whole address, so that no spelling of a path leads elsewhere. */
function pageOfSite(given: string, origin: string): string {
  const url = URL.canParse(given, origin) ? new URL(given, origin) : undefined
  return url?.origin === origin ? url.href : `${origin}/`
}

const authUser = ({ account, accessToken }: Identity): AuthUser =>
  account
    ? {
        // Until players choose, others see the suggested name.
        username: account.nameChoice?.shownAs === ShownAs.PLAYER ? shownNameOf(account) : account.username,
        discord_username: account.username,
        avatar: textOrNull(account.avatar),
        global_name: textOrNull(account.globalName),
        discord_id: account.discordId,
        ...nameChoiceView(account.nameChoice, account.id),
        accessToken,
        ageConfirmed: account.ageConfirmed,
        ...(account.ageLocked ? { ageLocked: true } : {}),
      }
    : {}
