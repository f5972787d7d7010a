import type { Category, Mode } from '@kla/proto/web'
import { createBot, type Bot } from './bot.js'
import type { Seat } from './checks.js'
import type { ClientOptions } from './protocol-client.js'
import { signIn, type Session } from './sign-in.js'

/** Two bots in a room of their own. */
export interface Pair {
  readonly first: Bot
  readonly second: Bot
  readonly roomId: string
}

/** A pair, and who the two are signed in as. */
export interface SignedInPair extends Pair {
  readonly sessions: Readonly<Record<Seat, Session>>
}

export interface PairOptions {
  readonly url: string
  /** Names the room and the two; nobody else's. */
  readonly name: string
  readonly mode?: Mode
  readonly category?: Category
  /** Whether others see it in the lobby; yes unless given. */
  readonly publicRoom?: boolean
  /** Where each of the two connects; the site's own address unless given. */
  readonly gateways?: { readonly first: readonly string[]; readonly second: readonly string[] }
  readonly onLate?: (lateMs: number) => void
  readonly answerWithinMs?: number
  readonly reconnectDelayMs?: number
  readonly handsOver?: boolean
  readonly traceOf?: ClientOptions['traceOf']
}

/** Signs two bots in, and seats them in a room that the first one creates. */
export async function seatPair(options: PairOptions): Promise<SignedInPair> {
  const { url, name } = options
  const [first, second] = await Promise.all([signIn(url, `bot-${name}-first`), signIn(url, `bot-${name}-second`)])
  return seatSessions({ first, second }, options)
}

/** Seats two who are signed in, in a room that the first one creates. */
export async function seatSessions(
  sessions: Readonly<Record<Seat, Session>>,
  options: Omit<PairOptions, 'url'>,
): Promise<SignedInPair> {
  const { name, gateways, mode = 'rush', category = 'default', publicRoom = true } = options
  const arrive = async (seat: Seat): Promise<Bot> => {
    const session = sessions[seat]
    const bot = createBot({ ...options, session, gateways: gateways?.[seat] ?? [session.url] })
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
    publicRoom,
    mode,
    capacity: '2',
    category,
  })
  await second.must('join-room', { roomId, passcode: null, role: 'player' })
  return { first, second, roomId, sessions }
}

/** Both leave the room and close their connections. */
export async function partPair({ roomId, first, second }: Pair): Promise<void> {
  for (const bot of [first, second]) {
    await bot.client.send('leave-room', { roomId }).catch(() => undefined)
    await bot.client.close()
  }
}
