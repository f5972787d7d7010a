import { createBot, inParallel, insist, signIn, type Bot, type Session } from '../bots/index.js'
import type { Ack, ClientEventData, ClientEventName } from '@kla/proto/web'
import type { Person } from './ground.js'

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
