import type { Battle, Clip } from './battle.js'
import { isPlayed } from './battle.js'
import { clip } from './hand.js'
import { positionOf } from './players.js'
import { receivedBy } from './show.js'
import type { Refusal } from './step.js'
import { refuse } from './step.js'
import { knowsSeatOf } from './view.js'

/** The GIF that an account wants to save because it was shown it: the last one of this battle, until that is over. */
export function receivedToSave(battle: Battle | undefined, accountId: number, gifUrl: string): Clip | Refusal {
  if (!battle || !isPlayed(battle)) return refuse('NOT_RECEIVED')
  const position = positionOf(battle.match, accountId)
  if (position === undefined || !knowsSeatOf(battle, accountId)) return refuse('NOT_SEATED')
  // A show that began before it was kept tells by its hands.
  const inHand = battle.phase === 'show' ? receivedBy(battle, position) : undefined
  const shown = battle.match.received?.[position] ?? inHand
  return shown?.gifUrl === gifUrl ? clip(shown) : refuse('NOT_RECEIVED')
}
