import {
  backToWaiting,
  playBattle,
  seatPair,
  type BattleOptions,
  type BattlePlan,
  type Pair,
  type PairOptions,
  type SignedInPair,
} from '@kla/bench'
import type { Platform } from '@kla/local'
import { uniqueName } from '../infrastructure.js'

/** A battle in which deadlines and players both decide, and which has a winner. */
export const TEST_PLAN: BattlePlan = { rounds: 2, vote: 'unanimous', idles: ['neither', 'second'] }

const CHAT_EVERY_MS = 1_000

/** Two players in a room of their own. A lost connection is tried again soon. */
export const seatTestPair = (
  platform: Platform,
  options: Partial<Pick<PairOptions, 'gateways' | 'mode' | 'handsOver'>> = {},
): Promise<SignedInPair> =>
  seatPair({ url: platform.url, name: uniqueName('pair'), reconnectDelayMs: 150, ...options })

/** Plays a battle as planned, from ready until the room waits for a rematch. */
export async function playThrough(
  pair: Pair,
  plan: BattlePlan = TEST_PLAN,
  spenders?: BattleOptions['spenders'],
): Promise<void> {
  const waiting = backToWaiting(pair)
  waiting.catch(() => undefined)
  const spending = spenders ? { spenders } : {}
  await playBattle({ ...pair, plan, random: Math.random, chatEveryMs: CHAT_EVERY_MS, ...spending })
  await waiting
}

/** What the two were shown wrongly: nothing, if all went well. */
export function faultsOf(pairs: readonly Pair[]): string[] {
  return pairs.flatMap(({ first, second }) =>
    [
      [first, second],
      [second, first],
    ].flatMap(([bot, other]) => {
      if (!bot || !other) return []
      bot.chat.finish(other.said)
      const counts = { ...prefixed('chat', bot.chat.faults), ...prefixed('event', bot.client.faults) }
      const wrong = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []))
      return [...bot.phases.notes, ...wrong].map((line) => `${bot.client.username}: ${line}`)
    }),
  )
}

const prefixed = (prefix: string, counts: object): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix} ${name}`, count as number]))
