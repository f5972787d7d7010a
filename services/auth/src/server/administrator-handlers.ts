import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { endAdministratorSession, type EndParts } from './end-administrator-session.js'
import { resolveAdministrator, type ResolveParts } from './resolve-administrator.js'
import { signInAdministrator, type SignInParts } from './sign-in-administrator.js'

export type AdministratorHandlers = Pick<
  Handlers<typeof AuthServiceService>,
  'signInAdministrator' | 'resolveAdministrator' | 'endAdministratorSession'
>

export type AdministratorParts = SignInParts & ResolveParts & EndParts

/** Everything about administrators' own accounts. */
export const administratorHandlers = (parts: AdministratorParts): AdministratorHandlers => ({
  signInAdministrator: signInAdministrator(parts),
  resolveAdministrator: resolveAdministrator(parts),
  endAdministratorSession: endAdministratorSession(parts),
})
