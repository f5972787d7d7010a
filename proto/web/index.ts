/** REST and WebSocket contract without the schema library. */

export * from './catalogue.js'
export * from './limits.js'
export * from './characters.js'
export * from './connection.js'
export * from './competition.js'
export * from './reasons.js'
export { isVisible, typedText } from './visible.js'
export * from './visible-text.js'
export * from './server-events.js'
export * from './moderation.js'
export * from './limits-card.js'
export * from './media.js'
export * from './contact.js'
export * from './evidence.js'
export * from './permissions.js'
export * from './freshness.js'
export * from './liveness.js'
export * from './second-person.js'
export type * from './schemas.js'

/** Marks pages that the player opened; others wait for a press before room or camera. */
export const OPENED_BY_PERSON = 'kla-opened-by-person'
