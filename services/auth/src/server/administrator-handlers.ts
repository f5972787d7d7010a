import type { Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { administratorApprovals, type ApprovalParts } from './administrator-approvals.js'
import { beginTotp, type BeginTotpParts } from './begin-totp.js'
import { changeOwnPassword, type ChangeOwnPasswordParts } from './change-own-password.js'
import { confirmTotp, type ConfirmTotpParts } from './confirm-totp.js'
import { createAdministrator, type CreateAdministratorParts } from './create-administrator.js'
import { endAdministratorSession, type EndParts } from './end-administrator-session.js'
import { listAdministrators, type ListAdministratorsParts } from './list-administrators.js'
import { resolveAdministrator, type ResolveParts } from './resolve-administrator.js'
import { signInAdministrator, type SignInParts } from './sign-in-administrator.js'
import { updateAdministrator, type UpdateAdministratorParts } from './update-administrator.js'

export type AdministratorHandlers = Pick<
  Handlers<typeof AuthServiceService>,
  | 'signInAdministrator'
  | 'resolveAdministrator'
  | 'endAdministratorSession'
  | 'beginTotp'
  | 'confirmTotp'
  | 'changeOwnPassword'
  | 'listAdministrators'
  | 'createAdministrator'
  | 'updateAdministrator'
  | 'askForAdministratorChange'
  | 'listAdministratorApprovals'
  | 'approveAdministratorChange'
>

export type AdministratorParts = SignInParts &
  ResolveParts &
  EndParts &
  BeginTotpParts &
  ConfirmTotpParts &
  ChangeOwnPasswordParts &
  ListAdministratorsParts &
  CreateAdministratorParts &
  UpdateAdministratorParts &
  ApprovalParts

/** Everything about administrators' own accounts. */
export const administratorHandlers = (parts: AdministratorParts): AdministratorHandlers => ({
  signInAdministrator: signInAdministrator(parts),
  resolveAdministrator: resolveAdministrator(parts),
  endAdministratorSession: endAdministratorSession(parts),
  beginTotp: beginTotp(parts),
  confirmTotp: confirmTotp(parts),
  changeOwnPassword: changeOwnPassword(parts),
  listAdministrators: listAdministrators(parts),
  createAdministrator: createAdministrator(parts),
  updateAdministrator: updateAdministrator(parts),
  ...administratorApprovals(parts),
})
