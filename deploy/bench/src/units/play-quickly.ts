import { backToWaiting, nextEvent, type Bot } from '../bots/index.js'
import type { SeatedPair } from './ground.js'
import { surely } from './people.js'

export interface QuickBattle {
  readonly rounds: number
  /** Whether both vote, or one of them lets the time run out. */
  readonly votes: 'both' | 'one'
}

/** From ready to result and back to waiting, shows and votes included. */
const WITHIN_MS = 180_000

/**
 * Plays one battle as quickly as it goes: both pick at once, the first finishes in the last show. Unlike the bots of
 * @kla/bench it judges nothing: it is there to be work.
 */
export async function playQuickly({ roomId, first, second }: SeatedPair, { rounds, votes }: QuickBattle): Promise<void> {
  const bots: readonly Bot[] = [first.bot, second.bot]
  const act = (doing: Promise<unknown>): void => void doing.catch(() => undefined)
  const ends = bots.flatMap((bot, at) => [
    bot.client.on('gif-options', () => act(bot.client.send('gif-choice', { roomId, index: 1 }))),
    bot.client.on('show-gif', ({ round }) => {
      if (round === rounds && at === 0) act(surely(bot, 'user-finishes', { roomId }))
    }),
    bot.client.on('end-game', () => {
      if (votes === 'both' || at === 0) act(surely(bot, 'declare-winner', { roomId, winnerId: first.bot.client.id }))
    }),
  ])
  const winner = votes === 'both' ? 'winner-confirmed' : 'no-unanimous-winner'
  const results = Promise.all(bots.map(({ client }) => nextEvent(client, winner, () => true, { withinMs: WITHIN_MS })))
  const over = backToWaiting({ roomId, first: first.bot, second: second.bot })
  over.catch(() => undefined)
  try {
    await Promise.all([results, ...bots.map((bot) => surely(bot, 'ready-up', { roomId }))])
    await over
  } finally {
    for (const end of ends) end()
  }
}
