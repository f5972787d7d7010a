/** The contract of REST and WebSocket without what the schemas are made with: limits, words, prices, and all types. */

export * from './catalogue.js'
export * from './limits.js'
export * from './competition.js'
export * from './reasons.js'
export * from './server-events.js'
export * from './moderation.js'
export * from './permissions.js'
export * from './opened-by-person.js'
export type * from './schemas.js'
