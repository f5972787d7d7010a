import type { Ground, SeatedPair } from './ground.js'
import { connectAll } from './people.js'
import { battles, standingBattles } from './phases/battles.js'
import { chat } from './phases/chat.js'
import { lobby } from './phases/lobby.js'
import { matches } from './phases/matches.js'
import { morePods } from './phases/more-pods.js'
import { purchases, saves } from './phases/purchases.js'
import { clips, reads } from './phases/reads.js'
import { departures, seats } from './phases/seats.js'
import { signIns } from './phases/sign-ins.js'
import { signals } from './phases/signals.js'
import { sockets } from './phases/sockets.js'

const PEOPLE = 200
/** Pairs that buy: the stand-in for the payment provider runs in this process and is no unit of the product. */
const BUYING_PAIRS = 20
/** So few that all have accepted before any match is too old, on a machine that others use. */
const SEARCHING = 80

/** All phases, one after another. */
export async function playThrough(ground: Ground): Promise<void> {
  const { measure } = ground
  const rest = await morePods(ground)
  const sessions = await signIns(ground, PEOPLE)
  await reads(ground, sessions)
  await sockets(ground, sessions, rest)

  const [restlessSession, ...others] = sessions
  if (!restlessSession) throw new Error('nobody is there')
  const players = others.slice(0, others.length - (others.length % 4))
  const { same, across } = await seats(ground, players)
  const [restless] = await connectAll([restlessSession], ground.gateways[1])
  if (restless) await lobby(ground, others, restless)

  await chat(ground, 'one gateway', same)
  await chat(ground, 'two gateways', across)
  await signals(ground, [...same, ...across])
  const pairs = [...same, ...across]
  const seen = clipsSeenBy(pairs)
  const standing = await measure.standing('all seated, second', 1)
  const able = await battles(ground, pairs.filter((_, at) => at % 2 === 0))
  await tried(standingBattles(ground, able, standing))
  await tried(clips(ground, restlessSession, [...seen]))
  const buying = able.slice(0, BUYING_PAIRS)
  await tried(purchases(ground, buying.flatMap(({ first, second }) => [first.session, second.session])))
  await tried(saves(ground, buying, measure.costs.get('battle of 1 rounds') ?? {}))

  const people = pairs.flatMap(({ first, second }) => [first, second])
  await departures(ground, people)
  await tried(matches(ground, people.slice(0, SEARCHING)))
}

/** What fails on a busy machine is not measured in this run; what comes after it does not need it. */
const tried = (phase: Promise<unknown>): Promise<unknown> =>
  phase.catch((error: unknown) => console.error('Not measured in this run:', error))

/** The addresses of clips that some pairs are offered from now on. */
function clipsSeenBy(pairs: readonly SeatedPair[]): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const { bot } of pairs.flatMap(({ first, second }) => [first, second])) {
    bot.client.on('gif-options', ({ options }) => options.forEach(({ gifUrl }) => seen.add(gifUrl)))
  }
  return seen
}
