/** What requests, frames and answers are checked against, for those who check: the schema library takes its time to load. */

export * from './client-events.js'
export * from './bans.js'
export * from './rest.js'
export * from './competition-rest.js'
export * from './admin-rest.js'
