/** Work that happens so many times a second. Each has a row of the same name in unit-costs.json. */
export const WORK = [
  'sign-in', 'REST read', 'socket opened', 'room list read', 'room list handed on', 'room opened', 'room joined',
  'room left', 'match', 'battle beside its rounds', 'round', 'chat line, one gateway', 'chat line, two gateways',
  'signal', 'save', 'purchase', 'clip read',
] as const // prettier-ignore
/** What costs something each second that it is there. */
export const PRESENCE = ['socket, second', 'battle that waits, second'] as const
export type Work = (typeof WORK)[number] | (typeof PRESENCE)[number]

/** Processes of which there may be any number. */
export const PODS = ['gateway', 'auth', 'rooms', 'game-engine', 'media-signalling', 'library', 'commerce', 'moderation'] as const
export type Pod = (typeof PODS)[number]
export const STORES = ['redis', 'nats', 'postgres'] as const
export type Store = (typeof STORES)[number]
