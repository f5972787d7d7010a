import type { Effect } from './effect.js'

/** Names an effect: the same one, told twice, has the same name. */
export function effectId(effect: Effect): string {
  switch (effect.kind) {
    case 'news':
      return `news:${effect.news.roomId}:${effect.news.seq}`
    case 'started':
      return `started:${effect.started.battleId}`
    case 'finished':
      return `finished:${effect.outcome.battleId}`
    case 'settle':
      return `settle:${effect.key}`
  }
}

/** The room that an effect came from. */
export function roomOf(effect: Effect): string {
  switch (effect.kind) {
    case 'news':
      return effect.news.roomId
    case 'started':
      return effect.started.roomId
    case 'finished':
      return effect.outcome.roomId
    case 'settle':
      return effect.roomId
  }
}
