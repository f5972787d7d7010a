import { beginTotp } from './begin-totp.js'
import { changeOwnPassword } from './change-password.js'
import { changeReports } from './change-reports.js'
import { confirmTotp } from './confirm-totp.js'
import { createBan } from './create-ban.js'
import { deleteBan } from './delete-ban.js'
import { deleteReport } from './delete-report.js'
import { findActiveBan } from './find-active-ban.js'
import { getReport } from './get-report.js'
import { getAdminSession } from './get-session.js'
import { liftAllBans } from './lift-all-bans.js'
import { liftBan } from './lift-ban.js'
import { listBans } from './list-bans.js'
import { listReports } from './list-reports.js'
import { reviewReport } from './review-report.js'
import { signInAdministrator } from './sign-in.js'
import { signOutAdministrator } from './sign-out.js'
import { updateReport } from './update-report.js'

/** The calls of the console. */
export const CONSOLE_ROUTES = [
  signInAdministrator,
  getAdminSession,
  signOutAdministrator,
  beginTotp,
  confirmTotp,
  changeOwnPassword,
  listReports,
  getReport,
  updateReport,
  reviewReport,
  deleteReport,
  changeReports,
  createBan,
  listBans,
  findActiveBan,
  liftBan,
  liftAllBans,
  deleteBan,
]
