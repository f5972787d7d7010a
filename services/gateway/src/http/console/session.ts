import { KlaError } from '@kla/chassis'
import {
  AdminLogin,
  AdminLoginAnswer,
  AdminLoginRefusal,
  AdminSession,
  PasswordChange,
  Success,
  TabOpened,
  TotpCode,
  TotpSecret,
} from '@kla/proto/schemas'
import { CONSOLE_TABS } from '@kla/proto/web'
import type { FastifyError } from 'fastify'
import { Type } from 'typebox'
import { sessionView } from '../console-views.js'
import { LOGOUT } from '../logouts.js'
import { administratorOf, onBehalfOf } from '../plugins/access.js'
import { neverStored } from '../plugins/caching.js'
import { cookieOptions, JUDGE_COOKIE, JUDGE_COOKIE_PATH } from '../plugins/cookies.js'
import { refusalOf, sendRefusal } from '../plugins/errors.js'
import { bearerOf } from '../plugins/identify.js'
import { consoleCall, type Resource } from '../route.js'

export const consoleSession: Resource = async (app, { auth, adminLoginsPerMinute, cookieSecure, logouts }) => {
  app.post(
    '/adminlogin',
    {
      config: {
        access: 'anyone',
        // Each attempt costs a slow hash.
        rateLimit: { max: adminLoginsPerMinute },
      },
      onRequest: neverStored,
      schema: {
        summary: 'Log in to the console',
        tags: ['console'],
        body: AdminLogin,
        response: { 200: AdminLoginAnswer, '4xx': AdminLoginRefusal, '5xx': AdminLoginRefusal },
      },
      errorHandler: (error: FastifyError, request, reply) => {
        void sendRefusal(reply, refusalOf(error, request), { success: false })
      },
    },
    async (request) => {
      const { username, password, code = '' } = request.body
      const { token, identity } = await auth.signInAdministrator(
        { username, password, code, address: request.ip, userAgent: request.headers['user-agent'] },
        { requestId: request.id },
      )
      if (!identity) throw new Error('auth answered a sign-in without an identity')
      return { success: true as const, token, session: sessionView(identity) }
    },
  )

  app.get(
    '/admin/session',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('The logged-in administrator', AdminSession),
    },
    async (request) => sessionView(administratorOf(request)),
  )

  // Uses only the token, to work while auth is away.
  app.post(
    '/admin/logout',
    { config: { access: 'anyone' }, onRequest: neverStored, schema: consoleCall('Sign out', Success) },
    async (request, reply) => {
      const token = bearerOf(request)
      if (token === undefined) throw new KlaError('ADMIN_NOT_SIGNED_IN')
      reply.clearCookie(JUDGE_COOKIE, cookieOptions(cookieSecure, JUDGE_COOKIE_PATH))
      const end = () => auth.endAdministratorSession({ token }, { requestId: request.id, ...LOGOUT })
      await logouts.run({ secret: token, of: 'administrator', end })
      return { success: true as const }
    },
  )

  app.post(
    '/admin/totp',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Start setting up an authenticator', TotpSecret),
    },
    async (request) => {
      const { secret, otpauthUrl } = await auth.beginTotp({}, onBehalfOf(request))
      return { secret, otpauth_url: otpauthUrl }
    },
  )

  app.post(
    '/admin/totp/confirm',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Confirm an authenticator', Success, { body: TotpCode }),
    },
    async (request) => {
      await auth.confirmTotp({ code: request.body.code }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.post(
    '/admin/password',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Change your own password', Success, { body: PasswordChange }),
    },
    async (request) => {
      const { current_password: currentPassword, new_password: newPassword } = request.body
      await auth.changeOwnPassword({ currentPassword, newPassword }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.get(
    '/admin/:tabslug',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Record that a tab was opened', TabOpened, {
        params: Type.Object({ tabslug: Type.String() }),
      }),
    },
    async (request) => {
      const { tabslug } = request.params
      if (!CONSOLE_TABS.some(({ slug }) => slug === tabslug)) throw new KlaError('NOT_FOUND')
      return { tab: tabslug }
    },
  )
}
