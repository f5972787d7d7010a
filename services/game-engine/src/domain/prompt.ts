import { DRUM_INTERVAL_MS } from '@kla/proto/web'
import type { Battle, Gif, Match, Pair, Player, Prompt } from './battle.js'
import { inRoom } from './battle.js'
import type { Context } from './context.js'
import { deal } from './deal.js'
import { toBoth, toOne } from './news.js'
import type { Step } from './step.js'
import { step } from './step.js'
import { durationUntilCap } from './time-cap.js'

/** Begins the prompt of `match.round`: each player is dealt options that the other does not see. */
export function beginPrompt(battle: Battle, match: Match, context: Context): Step<Prompt> {
  const dealt = match.players.map((player) => deal(context.pool, player.seen, context.optionsPerHand, context.random))
  const [first, second] = dealt as [(typeof dealt)[0], (typeof dealt)[0]]
  const players: Pair<Player> = [
    { ...match.players[0], seen: first.seen },
    { ...match.players[1], seen: second.seen },
  ]
  const durationMs = durationUntilCap(match, context.timings.promptMs, context.now)
  const deadlineMs = context.now + durationMs
  const { round } = match
  const prompt: Prompt = {
    ...inRoom(battle),
    phase: 'prompt',
    match: { ...match, players },
    hands: [
      { options: first.options, pick: 0 },
      { options: second.options, pick: 0 },
    ],
    deadlineMs,
    durationMs,
  }
  return step(prompt, [
    toBoth({ $case: 'playDrum', value: { phase: 'prompt', intervalMs: DRUM_INTERVAL_MS.prompt } }),
    toBoth({ $case: 'promptGif', value: { round, deadlineMs, durationMs } }),
    optionsFor(players[0], round, first.options),
    optionsFor(players[1], round, second.options),
  ])
}

const optionsFor = (player: Player, round: number, options: readonly Gif[]) =>
  toOne(player.accountId, { $case: 'gifOptions', value: { round, options: numbered(options) } })

/** Options as players see them: known by their position, from 1. */
export const numbered = (options: readonly Gif[]) =>
  options.map(({ gifUrl, thumbnail }, position) => ({ index: position + 1, gifUrl, thumbnail }))
