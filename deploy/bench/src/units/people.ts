import type { Ack, ClientEventData, ClientEventName } from '@kla/proto/web'
import { backToWaiting, type Bot, createBot, inParallel, insist, nextEvent, type Session, signIn } from '../bots/index.js'
import type { Person, SeatedPair } from './ground.js'

const ANSWER_WITHIN_MS = 60_000
/** So many as keep a small machine busy without a queue that measures itself. */
const AT_ONCE = 8

/** Does something for all, some at once. */
export const forAll = <T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> =>
  inParallel(items, AT_ONCE, work)

/** Sends a command until it has succeeded: on a machine that others use, an answer may come too late. */
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

/** Connects each session to a gateway. */
export const connectAll = (sessions: readonly Session[], gateway: string): Promise<Person[]> =>
  forAll(sessions, async (session) => {
    const bot = createBot({ session, gateways: [gateway], answerWithinMs: ANSWER_WITHIN_MS })
    await bot.client.connect()
    return { session, bot }
  })

export const disconnectAll = (people: readonly Person[]): Promise<unknown> =>
  forAll(people, ({ bot }) => bot.client.close())

/** Each opens a public room. */
export const openRooms = (people: readonly Person[]): Promise<string[]> =>
  forAll(people, async ({ bot }) => {
    const { roomId } = await surely(bot, 'create-room', {
      roomName: `Room of ${bot.client.username}`,
      passcode: null,
      passcodeRequired: false,
      publicRoom: true,
      mode: 'rush',
      capacity: '2',
      category: 'default',
    })
    return roomId
  })

export const leaveAll = (people: readonly Person[]): Promise<unknown> =>
  forAll(people, async ({ bot }) => {
    const { roomId } = bot.client
    if (roomId !== undefined) await surely(bot, 'leave-room', { roomId })
  })

interface QuickBattle {
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
