import { setTimeout as sleep } from 'node:timers/promises'
import type { Category, Mode } from '@kla/proto/web'
import { type Bot, createBot } from './bot.js'
import type { Seat } from './checks.js'
import type { ClientOptions } from './protocol-client.js'
import { OPEN_ROOM } from './room-name.js'
import { type Session, signIn } from './sign-in.js'

export interface Pair {
  readonly first: Bot
  readonly second: Bot
  readonly roomId: string
}

export interface SignedInPair extends Pair {
  readonly sessions: Readonly<Record<Seat, Session>>
}

export interface PairOptions {
  readonly url: string
  readonly name: string
  readonly mode?: Mode
  readonly category?: Category
  readonly publicRoom?: boolean
  readonly gateways?: { readonly first: readonly string[]; readonly second: readonly string[] }
  readonly onLate?: (lateMs: number) => void
  readonly answerWithinMs?: number
  readonly reconnectDelayMs?: number
  readonly handsOver?: boolean
  readonly traceOf?: NonNullable<ClientOptions['traceOf']>
}

export async function seatPair(options: PairOptions): Promise<SignedInPair> {
  const { url, name } = options
  const [first, second] = await Promise.all([signIn(url, `bot-${name}-first`), signIn(url, `bot-${name}-second`)])
  return seatSessions({ first, second }, options)
}

export async function seatSessions(
  sessions: Readonly<Record<Seat, Session>>,
  options: Omit<PairOptions, 'url' | 'name'>,
): Promise<SignedInPair> {
  const { gateways, mode = 'rush', category = 'default', publicRoom = true } = options
  const arrive = async (seat: Seat): Promise<Bot> => {
    const session = sessions[seat]
    const bot = createBot({ ...options, session, gateways: gateways?.[seat] ?? [session.url] })
    await bot.client.connect()
    return bot
  }
  const [first, second] = await Promise.all([arrive('first'), arrive('second')])
  first.meets(second.client)
  second.meets(first.client)
  const { roomId } = await first.must('create-room', { ...OPEN_ROOM, publicRoom, mode, category })
  await second.must('join-room', { roomId, passcode: null, role: 'player' })
  return { first, second, roomId, sessions }
}

/** A platform that is gone gives no answer. */
const LEAVE_WITHIN_MS = 5_000

export async function partPair({ roomId, first, second }: Pair): Promise<void> {
  for (const { client } of [first, second]) {
    const giveUp = setTimeout(() => client.drop({ stayAway: true }), LEAVE_WITHIN_MS)
    await client.send('leave-room', { roomId }).catch(() => undefined)
    clearTimeout(giveUp)
    await client.close()
  }
}

/** Time within which anything in flight arrives, on a busy machine too. */
const SETTLED_WITHIN_MS = 10_000

/** Waits until each has the other's acknowledged messages, within a limit. */
export async function settled(pairs: readonly Pair[]): Promise<void> {
  const untilMs = performance.now() + SETTLED_WITHIN_MS
  const isComplete = ({ first, second }: Pair): boolean =>
    first.chat.missing(second.said).length + second.chat.missing(first.said).length === 0
  while (!pairs.every(isComplete) && performance.now() < untilMs) await sleep(50)
}
