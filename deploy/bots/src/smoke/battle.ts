import { randomBytes } from 'node:crypto'
import { type BattlePlan, playBattle } from '../battle.js'
import type { Seat } from '../checks.js'
import { awaitEvent, nextEvent } from '../events.js'
import { type Pair, partPair, seatSessions } from '../pair.js'
import { createTally, isClean, reportLines } from '../report.js'
import { resumeSession, type Session, signIn } from '../sign-in.js'
import type { SmokeConfig } from './config.js'
import type { Steps } from './steps.js'

const SHORTEST: BattlePlan = { rounds: 1, vote: 'unanimous', idles: ['neither'] }

/** Two players meet in an unlisted room, connect, chat, play one battle and leave. Rejects at the first fault. */
export async function playSmokeBattle(config: SmokeConfig, steps: Steps): Promise<void> {
  const name = `smoke-${randomBytes(4).toString('hex')}`
  const gateways = { first: [config.realtimeUrl], second: [config.realtimeUrl] }
  const sessions = await steps.run('both are signed in', () => signBothIn(config, name))
  const seating = seatSessions(sessions, { gateways, publicRoom: false })
  try {
    const pair = await steps.run('both sit in a room', () => seating)
    await steps.run('each is asked to connect to the other', () => startPeersEvents(pair))
    await steps.run('a line of chat arrives', () => chat(pair))
    const gifUrl = await steps.run('a whole battle is played', () => battle(pair))
    await steps.run('what was picked can be watched', () => watch(sessions.first, gifUrl))
    await steps.run('nothing was lost, doubled or out of order', () => checkPair(pair))
  } finally {
    await seating.then(partPair, () => undefined)
  }
}

async function signBothIn(config: SmokeConfig, name: string): Promise<Readonly<Record<Seat, Session>>> {
  const { publicUrl, reach } = config
  if (config.signIn === 'persona') {
    const [first, second] = await Promise.all([
      signIn(publicUrl, `${name}-first`, { reach }),
      signIn(publicUrl, `${name}-second`, { reach }),
    ])
    return { first, second }
  }
  const [one, other, ...more] = config.sessionCookies
  if (one === undefined || other === undefined || more.length > 0) throw new Error('SESSION_COOKIES needs two cookies')
  const [first, second] = await Promise.all([
    resumeSession(publicUrl, one, reach),
    resumeSession(publicUrl, other, reach),
  ])
  if (first.id === second.id) throw new Error('both SESSION_COOKIES belong to the same account')
  return { first, second }
}

const startPeersEvents = ({ first, second, roomId }: Pair): Promise<unknown> =>
  Promise.all(
    [first, second].map(async ({ client }) => {
      const started = awaitEvent(client, 'start-peers', ({ event, data }) => {
        if (event === 'start-peers') return data
        return event === 'room-state' ? (data.startPeers ?? undefined) : undefined
      })
      // The event may have come before the listener.
      await Promise.all([started, client.send('sync-room', { roomId })])
    }),
  )

async function chat({ first, second, roomId }: Pair): Promise<void> {
  await Promise.all([nextEvent(second.client, 'receive-message'), first.say(roomId)])
}

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

async function checkPair({ first, second }: Pair): Promise<void> {
  const tally = createTally()
  tally.take(first, second)
  const report = tally.report()
  if (!isClean(report)) throw new Error(`\n${reportLines(report).join('\n')}`)
}
