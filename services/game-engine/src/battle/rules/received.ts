import type { Category } from '@kla/proto/web'
import {
  type Battle,
  type Clip,
  clip,
  isPlayed,
  type LastBattle,
  type Match,
  opposite,
  type Pick,
  pickOf,
  positionOf,
  type Prompt,
  type Received,
  replaced,
  type RotationGif,
  type Show,
} from './battle.js'

export const receivedBy = ({ hands }: Prompt | Show, position: 0 | 1): Pick | undefined =>
  pickOf(hands[opposite(position)])

/** Adds what a show is about to show. */
export function withReceived(battle: Prompt): Match {
  const { match } = battle
  return {
    ...match,
    received: [lastShown(battle, 0), lastShown(battle, 1)],
    receivedIds: [idsWith(battle, 0), idsWith(battle, 1)],
  }
}

function lastShown(battle: Prompt, position: 0 | 1): Clip | null {
  const pick = receivedBy(battle, position)
  return pick ? clip(pick) : (battle.match.received?.[position] ?? null)
}

function idsWith({ match, hands }: Prompt, position: 0 | 1): readonly number[] {
  const before = match.receivedIds?.[position] ?? []
  const { options, pick, wildCard } = hands[opposite(position)]
  const id = wildCard ? undefined : options[pick - 1]?.id
  return id === undefined || before.includes(id) ? before : [...before, id]
}

/** Forgets what a player who left has received. */
export function withoutReceivedOf(last: LastBattle, accountId: number): LastBattle {
  const position = positionIn(last, accountId)
  if (position === undefined) return last
  const { received, receivedIds } = last
  return {
    ...last,
    ...(received ? { received: replaced<Clip | null>(received, position, null) } : {}),
    ...(receivedIds ? { receivedIds: replaced<readonly number[]>(receivedIds, position, []) } : {}),
  }
}

function positionIn({ players }: LastBattle, accountId: number): 0 | 1 | undefined {
  if (players[0] === accountId) return 0
  return players[1] === accountId ? 1 : undefined
}

/** GIFs from which an account may save: what it received in the running or last battle. */
export interface ReceivedClips {
  readonly shown: Clip | null
  /** GIFs of the rotation, oldest first; removed ones are missing. */
  readonly clips: readonly Clip[]
}

/** Undefined for accounts that did not play. */
export function receivedClips(
  battle: Battle,
  accountId: number,
  pool: readonly RotationGif[],
): ReceivedClips | undefined {
  const known = isPlayed(battle) ? battle.match : battle.phase === 'waiting' && battle.lastBattle
  if (!known) return undefined
  const position = 'startedAtMs' in known ? positionOf(known, accountId) : positionIn(known, accountId)
  return position === undefined ? undefined : clipsAt(known, position, pool)
}

function clipsAt({ received, receivedIds }: Received, position: 0 | 1, pool: readonly RotationGif[]): ReceivedClips {
  const ids = receivedIds?.[position] ?? []
  const clips = ids.flatMap((id) => pool.find((gif) => gif.id === id) ?? []).map(clip)
  return { shown: received?.[position] ?? null, clips }
}

/** Category of the running or last battle. */
export function categoryIn(battle: Battle | undefined): Category | undefined {
  if (!battle || battle.phase === 'closed') return undefined
  return battle.phase === 'waiting' ? battle.lastBattle?.category : battle.match.category
}
