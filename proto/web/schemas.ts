/** What requests, frames and answers are checked against, for those who check: the schema library takes its time to load. */

export * from './client-events.js'
export * from './bans.js'
export * from './rest.js'
export * from './competition-rest.js'

// The console's REST calls (specification, section 7). Times are ISO 8601, ids integers, queries text.
export * from './admin/session.js'
export * from './admin/administrators.js'
export * from './admin/approvals.js'
export * from './admin/console.js'
export * from './admin/reports.js'
export * from './admin/evidence.js'
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
