import type { Battle, WildCard } from './battle.js'
import type { Settlement } from './effect.js'

/**
 * What becomes of the items held for Wild Cards, by one law for all commands: a Wild Card that was pending is settled
 * by the step after which it no longer is, as spent if it was played by it, and given back whatever else has happened.
 */
export function settlementsOf(before: Battle, after: Battle): Settlement[] {
  const now = new Map(wildCardsOf(after).map((wildCard) => [wildCard.key, wildCard]))
  return wildCardsOf(before)
    .filter(({ key, played }) => !played && now.get(key)?.played !== false)
    .map(({ key }) => {
      const outcome = now.has(key) ? 'commit' : 'release'
      return { kind: 'settle', roomId: before.roomId, key, outcome }
    })
}

const wildCardsOf = (battle: Battle): WildCard[] =>
  'hands' in battle ? battle.hands.flatMap(({ wildCard }) => (wildCard ? [wildCard] : [])) : []
