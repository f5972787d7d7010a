/**
 * Bodies and queries of the console's REST calls (specification of the platform, section 7). Times are ISO 8601, ids
 * integers. Queries come as text; the gateway reads numbers from it.
 */

export * from './admin/session.js'
export * from './admin/administrators.js'
export * from './admin/approvals.js'
export * from './admin/console.js'
export * from './admin/reports.js'
export * from './admin/bans.js'
export * from './admin/tickets.js'
export * from './admin/members.js'
export * from './admin/subjects.js'
export * from './admin/holds.js'
export * from './admin/audit.js'
export * from './admin/gifs.js'
export * from './admin/standings.js'
export * from './admin/cups.js'
export * from './admin/pass.js'
export { IdParams } from './admin/fields.js'
