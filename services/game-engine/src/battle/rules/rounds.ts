import { DRUM_INTERVAL_MS } from '@kla/proto/web'
import {
  type Battle,
  type Gif,
  inRoom,
  type Match,
  type Pair,
  type Player,
  type Prompt,
  type RotationGif,
  type Show,
} from './battle.js'
import { poolsWithin } from './limits.js'
import { beginPausable, withoutPause } from './pause.js'
import { receivedBy, withReceived } from './received.js'
import { type Context, type Step, step, toBoth, toOne } from './step.js'

export function beginPrompt(battle: Battle, match: Match, context: Context): Step<Prompt> {
  const pools = poolsWithin(context.pool, match.limits)
  const dealt = match.players.map((player) => deal(pools, player.seen, context.optionsPerHand, context.random))
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
  const begun = step(prompt, [
    toBoth({ $case: 'playDrum', value: { phase: 'prompt', intervalMs: DRUM_INTERVAL_MS.prompt } }),
    toBoth({ $case: 'promptGif', value: { round, deadlineMs, durationMs } }),
    optionsFor(players[0], round, first.options),
    optionsFor(players[1], round, second.options),
  ])
  return beginPausable(begun, context)
}

const optionsFor = (player: Player, round: number, options: readonly Gif[]) =>
  toOne(player.accountId, { $case: 'gifOptions', value: { round, options: numbered(options) } })

export const numbered = (options: readonly Gif[]) =>
  options.map(({ gifUrl, thumbnail }, position) => ({ index: position + 1, gifUrl, thumbnail }))

export function beginShow(ended: Prompt, context: Context): Step<Show> {
  const battle = withoutPause(ended, context.now)
  const { hands } = battle
  const match = withReceived(battle)
  const durationMs = durationUntilCap(match, context.timings.showMs, context.now)
  const deadlineMs = context.now + durationMs
  const show: Show = { ...inRoom(battle), phase: 'show', match, hands, deadlineMs, durationMs }
  const received = ([0, 1] as const).flatMap((position) => {
    const pick = receivedBy(show, position)
    if (!pick) return []
    const value = { round: match.round, gifUrl: pick.gifUrl, wildCard: pick.wildCard }
    return [toOne(match.players[position].accountId, { $case: 'receiveGif', value })]
  })
  const begun = step(show, [
    toBoth({ $case: 'playDrum', value: { phase: 'show', intervalMs: DRUM_INTERVAL_MS.show } }),
    toBoth({ $case: 'showGif', value: { round: match.round, deadlineMs, durationMs } }),
    ...received,
  ])
  return beginPausable(begun, context)
}

const durationUntilCap = (match: Match, durationMs: number, now: number): number =>
  Math.max(0, Math.min(durationMs, match.capAtMs - now))

export const capReached = (match: Match, now: number): boolean => now >= match.capAtMs

interface Dealt {
  readonly options: readonly Gif[]
  readonly seen: readonly number[]
}

/** Deals different GIFs: unseen first, then longest unseen. */
export function deal(
  pools: readonly (readonly RotationGif[])[],
  seen: readonly number[],
  count: number,
  random: () => number,
): Dealt {
  const known = new Set(seen)
  const options: Gif[] = []
  for (const pool of pools) {
    options.push(
      ...drawn(
        pool.filter((gif) => !known.has(gif.id)),
        count - options.length,
        random,
      ),
    )
    for (const id of seen) {
      if (options.length === count) break
      const longUnseen = pool.find((gif) => gif.id === id)
      if (longUnseen) options.push(dealtGif(longUnseen))
    }
  }
  const dealt = new Set(options.map((gif) => gif.id))
  return { options, seen: [...seen.filter((id) => !dealt.has(id)), ...dealt] }
}

const dealtGif = ({ id, gifUrl, thumbnail }: RotationGif): Gif => ({ id, gifUrl, thumbnail })

function drawn(gifs: RotationGif[], count: number, random: () => number): Gif[] {
  const hand: Gif[] = []
  while (hand.length < count && gifs.length > 0) {
    const at = Math.floor(random() * gifs.length)
    hand.push(...gifs.splice(at, 1).map(dealtGif))
  }
  return hand
}
