import { randomBytes } from 'node:crypto'
import { awaitEvent, nextEvent } from '../bots/await-event.js'
import { playBattle } from '../bots/battle.js'
import type { BattlePlan } from '../bots/battle-plan.js'
import { partPair, seatSessions, type Pair } from '../bots/pair.js'
import { createTally, isClean, reportLines } from '../bots/report.js'
import type { Session } from '../bots/sign-in.js'
import { signBothIn } from './sign-both-in.js'
import type { SmokeConfig } from './smoke-config.js'
import type { Steps } from './steps.js'

/**
 * The shortest battle there is: one round, which the first player finishes, and one vote. Too short to count anywhere.
 */
const SHORTEST: BattlePlan = { rounds: 1, vote: 'unanimous', idles: ['neither'] }

/**
 * Two players sign in, meet in a room that nobody else sees, are told how to connect with each other, talk, play one
 * whole battle and leave. Rejects at the first thing that is not as it should be; the room is left all the same.
 */
export async function playSmokeBattle(config: SmokeConfig, steps: Steps): Promise<void> {
  const name = `smoke-${randomBytes(4).toString('hex')}`
  const gateways = { first: [config.realtimeUrl], second: [config.realtimeUrl] }
  const sessions = await steps.run('both are signed in', () => signBothIn(config, name))
  const seating = seatSessions(sessions, { name, gateways, publicRoom: false })
  try {
    const pair = await steps.run('both sit in a room', () => seating)
    await steps.run('each is told how to reach the other', () => toldOfPeers(pair))
    await steps.run('a line of chat arrives', () => chat(pair))
    const gifUrl = await steps.run('a whole battle is played', () => battle(pair))
    await steps.run('what was picked can be watched', () => watch(sessions.first, gifUrl))
    await steps.run('nothing was lost, doubled or out of order', () => judge(pair))
  } finally {
    await seating.then(partPair, () => undefined)
  }
}

const toldOfPeers = ({ first, second, roomId }: Pair): Promise<unknown> =>
  Promise.all(
    [first, second].map(async ({ client }) => {
      const told = awaitEvent(client, 'start-peers', ({ event, data }) => {
        if (event === 'start-peers') return data
        return event === 'room-state' ? (data.startPeers ?? undefined) : undefined
      })
      // It may have come before anybody listened: the room's state has it as well.
      await Promise.all([told, client.send('sync-room', { roomId })])
    }),
  )

async function chat({ first, second, roomId }: Pair): Promise<void> {
  await Promise.all([nextEvent(second.client, 'receive-message'), first.say(roomId)])
}

/** The address of a clip that was picked. */
async function battle(pair: Pair): Promise<string> {
  const received = nextEvent(pair.first.client, 'receive-gif')
  const [{ gifUrl }] = await Promise.all([received, playBattle({ ...pair, plan: SHORTEST, random: () => 0 })])
  return gifUrl
}

async function watch(session: Session, gifUrl: string): Promise<void> {
  const response = await session.request(`/media?u=${encodeURIComponent(gifUrl)}`)
  const bytes = (await response.arrayBuffer()).byteLength
  if (!response.ok || bytes === 0) throw new Error(`${response.status} with ${bytes} bytes`)
}

async function judge({ first, second }: Pair): Promise<void> {
  const tally = createTally()
  tally.take(first, second)
  const report = tally.report()
  if (!isClean(report)) throw new Error(`\n${reportLines(report).join('\n')}`)
}
