import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  backToWaiting,
  type BattleOptions,
  type BattlePlan,
  type Pair,
  type PairOptions,
  playBattle,
  seatPair,
  type SignedInPair,
} from '@kla/bots'
import { createBus } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { BattleUpdate, subjects } from '@kla/proto'
import { quietLogger, uniqueName } from '@kla/testkit'

/** A battle in which deadlines and players both decide, with a winner. */
export const TEST_PLAN: BattlePlan = { rounds: 2, vote: 'unanimous', idles: ['neither', 'second'] }

const CHAT_EVERY_MS = 1_000

/** Seats two players in their own room; they reconnect quickly. */
export const seatTestPair = (
  platform: Platform,
  options: Partial<Pick<PairOptions, 'name' | 'gateways' | 'mode' | 'handsOver'>> = {},
): Promise<SignedInPair> => seatPair({ url: platform.url, name: uniqueName('pair'), reconnectDelayMs: 150, ...options })

/** Plays a battle from ready until the room waits for a rematch. */
export async function playThrough(
  pair: Pair,
  plan: BattlePlan = TEST_PLAN,
  spenders?: BattleOptions['spenders'],
  chatEveryMs = CHAT_EVERY_MS,
): Promise<void> {
  // An endless wait would keep the process for a minute.
  const failed = new AbortController()
  const waiting = backToWaiting(pair, failed.signal)
  waiting.catch(() => undefined)
  const spending = spenders ? { spenders } : {}
  try {
    await playBattle({ ...pair, plan, random: Math.random, chatEveryMs, ...spending })
    await waiting
  } finally {
    failed.abort()
  }
}

/** Lists what the players were shown wrongly. */
export function faultsOf(pairs: readonly Pair[]): string[] {
  return pairs.flatMap(({ first, second }) =>
    [
      [first, second],
      [second, first],
    ].flatMap(([bot, other]) => {
      if (!bot || !other) return []
      const lost = bot.chat.missing(other.said).map((counter) => `message ${counter} of ${other.said} is lost`)
      const { doubled, outOfOrder } = bot.chat.faults
      const counts = { ...prefixed('chat', { doubled, outOfOrder }), ...prefixed('event', bot.client.faults) }
      const wrong = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []))
      return [...bot.phases.notes, ...lost, ...wrong].map((line) => `${bot.client.username}: ${line}`)
    }),
  )
}

const prefixed = (prefix: string, counts: object): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix} ${name}`, count as number]))

export interface ShownWildCards {
  /** Wild Cards that an account was shown in all battles so far. */
  shownTo(accountId: number): number
  close(): Promise<void>
}

/**
 * Counts the Wild Cards that the engine has shown, each once even when republished. Players who are disconnected during
 * a show miss it.
 */
export async function watchWildCards(platform: Platform): Promise<ShownWildCards> {
  const bus = await createBus({ url: platform.infrastructure.nats.url, name: 'wild-cards-watched', log: quietLogger() })
  const shows = new Map<number, Set<string>>()
  await bus.subscribe(subjects.roomBattle('*'), ({ data }) => {
    const { battleId, events } = BattleUpdate.decode(data)
    for (const { recipient, event } of events) {
      if (event?.$case !== 'receiveGif' || !event.value.wildCard) continue
      const seen = shows.get(recipient) ?? new Set<string>()
      shows.set(recipient, seen.add(`${battleId} ${event.value.round}`))
    }
  })
  return {
    shownTo: (accountId) => shows.get(accountId)?.size ?? 0,
    close: () => bus.close(),
  }
}

type Provider = 'stripe' | 'acquirer'

/** A payment notification on its way. */
export interface Notification {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export async function notify(
  platform: Platform,
  provider: Provider,
  { headers, body }: Notification,
): Promise<{ readonly status: number; readonly code: string | undefined }> {
  const response = await fetch(`${platform.url}/webhooks/${provider}`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(10_000),
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

/** Withholds the provider's notifications during `work`; the provider believes it delivered them. */
export async function heldBack(
  platform: Platform,
  provider: Provider,
  work: () => Promise<unknown>,
): Promise<Notification[]> {
  const posts: Notification[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posts.push({ headers: signingHeaders(request.headers), body })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { deliveries } = platform.standIns[provider]
  deliveries.sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    await work()
    await deliveries.idle()
  } finally {
    deliveries.sendTo(`${platform.url}/webhooks/${provider}`)
    server.close()
  }
  return posts
}

/** Signs a body as Stripe would at that time (Unix milliseconds). */
export function signedAsStripe(body: string, secret: string, atMs: number): Notification {
  const time = Math.floor(atMs / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }, body }
}

const signingHeaders = (headers: IncomingHttpHeaders): Notification['headers'] =>
  Object.fromEntries(
    ['content-type', 'stripe-signature'].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
  )
