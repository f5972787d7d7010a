import { createBot, inParallel, signIn, type Session } from '@kla/load'
import type { Person } from './ground.js'

const ANSWER_WITHIN_MS = 60_000
/** So many as keep a small machine busy without a queue that measures itself. */
const AT_ONCE = 8

/** Does something for all, some at once. */
export const forAll = <T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> =>
  inParallel(items, AT_ONCE, work)

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
    const { roomId } = await bot.must('create-room', {
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
    if (roomId !== undefined) await bot.must('leave-room', { roomId })
  })
