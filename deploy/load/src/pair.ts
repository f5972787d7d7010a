import type { Category, Mode } from '@kla/proto/web'
import { createBot, type Bot } from './bot.js'
import { signIn } from './sign-in.js'

/** Two bots in a room of their own. */
export interface Pair {
  readonly first: Bot
  readonly second: Bot
  readonly roomId: string
}

export interface PairOptions {
  readonly url: string
  /** Names the room and the two; nobody else's. */
  readonly name: string
  readonly mode?: Mode
  readonly category?: Category
  /** Where each of the two connects; the site's own address unless given. */
  readonly gateways?: { readonly first: readonly string[]; readonly second: readonly string[] }
  readonly onLate?: (lateMs: number) => void
  readonly answerWithinMs?: number
  readonly reconnectDelayMs?: number
}

/** Signs two bots in, and seats them in a room that the first one creates. */
export async function seatPair(options: PairOptions): Promise<Pair> {
  const { url, name, gateways, mode = 'rush', category = 'default' } = options
  const arrive = async (seat: 'first' | 'second'): Promise<Bot> => {
    const session = await signIn(url, `bot-${name}-${seat}`)
    const bot = createBot({ ...options, session, gateways: gateways?.[seat] ?? [url] })
    await bot.client.connect()
    return bot
  }
  const [first, second] = await Promise.all([arrive('first'), arrive('second')])
  first.meets(second.client)
  second.meets(first.client)
  const { roomId } = await first.must('create-room', {
    roomName: `Battle ${name}`,
    passcode: null,
    passcodeRequired: false,
    publicRoom: true,
    mode,
    capacity: '2',
    category,
  })
  await second.must('join-room', { roomId, passcode: null, role: 'player' })
  return { first, second, roomId }
}

/** Both leave the room and close their connections. */
export async function partPair({ roomId, first, second }: Pair): Promise<void> {
  for (const bot of [first, second]) {
    await bot.client.send('leave-room', { roomId }).catch(() => undefined)
    await bot.client.close()
  }
}
