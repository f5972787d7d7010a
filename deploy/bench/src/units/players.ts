import type { Ack, ClientEventData, ClientEventName } from '@kla/proto/web'
import { backToWaiting, type Bot, createBot, inParallel, insist, nextEvent, type Session, signIn } from '../bots/index.js'
import { ROOM_NAME } from '../bots/room-name.js'
import type { ConnectedPlayer, SeatedPair } from './measure.js'

const ANSWER_WITHIN_MS = 60_000
/** Keeps a small machine busy without a queue. */
const AT_ONCE = 8

/** A few at once. */
export const forAll = <T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> =>
  inParallel(items, AT_ONCE, work)

/** Repeats a command until it succeeds: a busy machine may answer too late. */
export async function surely<Name extends ClientEventName>(
  { client }: Pick<Bot, 'client'>,
  event: Name,
  data: ClientEventData<Name>,
): Promise<Extract<Ack<Name>, { success: true }>> {
  const ack = await insist(client, event, data, Date.now() + ANSWER_WITHIN_MS)
  if (!ack.success) throw new Error(`${event} was refused: ${ack.code}`)
  return ack as Extract<typeof ack, { success: true }>
}

export const signInAll = (url: string, names: readonly string[]): Promise<Session[]> =>
  forAll(names, (name) => signIn(url, name))

export const connectAll = (sessions: readonly Session[], gateway: string): Promise<ConnectedPlayer[]> =>
  forAll(sessions, async (session) => {
    const bot = createBot({ session, gateways: [gateway], answerWithinMs: ANSWER_WITHIN_MS })
    await bot.client.connect()
    return { session, bot }
  })

export const disconnectAll = (players: readonly ConnectedPlayer[]): Promise<unknown> =>
  forAll(players, ({ bot }) => bot.client.close())

export const openRooms = (players: readonly ConnectedPlayer[]): Promise<string[]> =>
  forAll(players, async ({ bot }) => {
    const { roomId } = await surely(bot, 'create-room', {
      roomName: ROOM_NAME,
      passcode: null,
      passcodeRequired: false,
      publicRoom: true,
      mode: 'rush',
      capacity: '2',
      category: 'default',
    })
    return roomId
  })

export const leaveAll = (players: readonly ConnectedPlayer[]): Promise<unknown> =>
  forAll(players, async ({ bot }) => {
    const { roomId } = bot.client
    if (roomId !== undefined) await surely(bot, 'leave-room', { roomId })
  })

interface QuickBattle {
  readonly rounds: number
  readonly votes: 'both' | 'one'
}

const WITHIN_MS = 180_000

/** Both pick at once, the first finishes in the last show. Checks nothing. */
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
