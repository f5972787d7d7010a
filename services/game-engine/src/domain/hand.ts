import type { Clip, Hand } from './battle.js'

/** What a player has picked for its opponent. */
export interface Pick extends Clip {
  readonly wildCard: boolean
}

/** The pick that a hand holds, if it holds one. */
export function pickOf({ options, pick, wildCard }: Hand): Pick | undefined {
  if (wildCard) return wildCard.played ? { ...clip(wildCard), wildCard: true } : undefined
  const option = options[pick - 1]
  return option && { ...clip(option), wildCard: false }
}

/** Whether nothing is left to pick: it is done, or there is nothing to pick from. */
export const isSettled = (hand: Hand): boolean =>
  hand.wildCard ? hand.wildCard.played : hand.pick !== 0 || hand.options.length === 0

/** Whether the player has used its pick, or is about to. */
export const isTaken = (hand: Hand): boolean => hand.pick !== 0 || hand.wildCard !== undefined

/** The hand at the end of the prompt: what is not picked is picked at random, and a Wild Card still pending is none. */
export function withPick(hand: Hand, random: () => number): Hand {
  if (isSettled(hand)) return hand
  const { options } = hand
  return { options, pick: options.length === 0 ? 0 : 1 + Math.floor(random() * options.length) }
}

/** Of anything that is a GIF, what players meet of it. */
export const clip = ({ gifUrl, thumbnail }: Clip): Clip => ({ gifUrl, thumbnail })
