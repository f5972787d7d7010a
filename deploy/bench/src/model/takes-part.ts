import type { Pod, Store, Work } from './kinds.js'

/**
 * Who has anything to do with a kind of work, by the code. A run counts what every process used meanwhile; what the counters of
 * others show is how they waver (a vacuum, a collection of garbage), and a model would multiply it by a million.
 */
export const TAKES_PART: Readonly<Record<Work, readonly (Pod | Store)[]>> = {
  'sign-in': ['gateway', 'auth', 'redis', 'nats', 'postgres'],
  'REST read': ['gateway', 'auth', 'rooms', 'game-engine', 'library', 'commerce', 'redis', 'postgres'],
  'socket opened': ['gateway', 'auth', 'redis', 'postgres'],
  'room list read': ['gateway', 'rooms', 'redis'],
  'room list handed on': ['gateway'],
  // The facts of seats reach game-engine, media-signalling and the cups of rooms; block lists are rows.
  'room opened': ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  'room joined': ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  'room left': ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  match: ['gateway', 'rooms', 'game-engine', 'media-signalling', 'redis', 'nats', 'postgres'],
  'battle beside its rounds': ['gateway', 'rooms', 'game-engine', 'library', 'commerce', 'redis', 'nats', 'postgres'],
  round: ['gateway', 'game-engine', 'redis', 'nats'],
  'chat line, one gateway': ['gateway', 'moderation', 'redis'],
  'chat line, two gateways': ['gateway', 'moderation', 'redis', 'nats'],
  signal: ['gateway', 'media-signalling', 'redis', 'nats'],
  save: ['gateway', 'game-engine', 'library', 'commerce', 'redis', 'nats', 'postgres'],
  purchase: ['gateway', 'auth', 'commerce', 'nats', 'postgres'],
  'clip read': ['gateway', 'library', 'postgres'],
  // Pinged by gateways, which also ask auth for bans, and it PostgreSQL.
  'socket, second': ['gateway', 'auth', 'postgres'],
  'battle that waits, second': ['gateway'],
}

/** Whether a measure ("cpu.auth", "postgres.writes", "wire.toClient") says something of this work. */
export function concerns(work: Work, measure: string): boolean {
  const [kind = '', process = ''] = measure.split('.')
  if (kind === 'wire' || kind === 'memory') return true
  const who = kind === 'cpu' ? process : kind === 'facts' ? 'nats' : kind
  return TAKES_PART[work].some((name) => name === who)
}
