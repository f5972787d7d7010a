import { addGifs } from './add-gifs.js'
import { administratorApprovals } from './administrator-approvals.js'
import { beginTotp } from './begin-totp.js'
import { changeOwnPassword } from './change-password.js'
import { changeReports } from './change-reports.js'
import { COMPETITION_CONSOLE_ROUTES } from './competition/index.js'
import { confirmTotp } from './confirm-totp.js'
import { createAdministrator } from './create-administrator.js'
import { createBan } from './create-ban.js'
import { deleteBan } from './delete-ban.js'
import { deleteGif } from './delete-gif.js'
import { deletedReports } from './deleted-reports.js'
import { deleteReport } from './delete-report.js'
import { fetchGifs } from './fetch-gifs.js'
import { findActiveBan } from './find-active-ban.js'
import { findBrokenGifs } from './find-broken-gifs.js'
import { getReport } from './get-report.js'
import { getAdminSession } from './get-session.js'
import { getSubject } from './get-subject.js'
import { liftAgeLock } from './lift-age-lock.js'
import { liftAllBans } from './lift-all-bans.js'
import { liftBan } from './lift-ban.js'
import { listAdministrators } from './list-administrators.js'
import { listAudit } from './list-audit.js'
import { listBans } from './list-bans.js'
import { listGifs } from './list-gifs.js'
import { listReports } from './list-reports.js'
import { listTickets } from './list-tickets.js'
import { membersAndGuilds } from './members-and-guilds.js'
import { openTab } from './open-tab.js'
import { placeHold } from './place-hold.js'
import { releaseHold } from './release-hold.js'
import { reportApprovals } from './report-approvals.js'
import { reviewReport } from './review-report.js'
import { scanAndDeleteGifs } from './scan-and-delete-gifs.js'
import { setGifState } from './set-gif-state.js'
import { signInAdministrator } from './sign-in.js'
import { signOutAdministrator } from './sign-out.js'
import { updateAdministrator } from './update-administrator.js'
import { updateReport } from './update-report.js'
import { updateTicket } from './update-ticket.js'
import { verifyAudit } from './verify-audit.js'

/** The calls of the console. */
export const CONSOLE_ROUTES = [
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
