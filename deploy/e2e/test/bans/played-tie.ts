import { enterCup, nextEvent, type ProtocolClient, type Session, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { ClientEventData, ClientEventName, NextTieView, TiePresence, WatchLink } from '@kla/proto/web'
import { eventually, uniqueName } from '@kla/testkit'
import { type AdministratorSession, createCup } from '../../src/platform/index.js'

/** Within the check-in, so that who enters is there. */
const STARTS_IN_MS = 60_000

/** A cup tie in its first prompt, which both players let spectators watch. */
export interface PlayedTie {
  readonly roomId: string
  readonly cupId: string
  readonly tieId: string
  readonly players: readonly [ProtocolClient, ProtocolClient]
  readonly sessions: readonly [Session, Session]
}

async function jsonOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`it was refused: ${await response.text()}`)
  return (await response.json()) as T
}

/** `connected`: a client of a session, by one of two gateways. `players`: two new ones, unless given. */
export async function playTie(
  platform: Platform,
  owner: AdministratorSession,
  connected: (session: Session, gateway: 0 | 1) => Promise<ProtocolClient>,
  players?: readonly [Session, Session],
): Promise<PlayedTie> {
  const [one, two] =
    players ?? (await Promise.all(['one', 'two'].map((name) => signIn(platform.url, uniqueName(`tie-${name}`)))))
  if (!one || !two) throw new Error('two were to come')
  const { id: cupId } = await createCup(owner, { startsInMs: STARTS_IN_MS, capacity: 4 })
  for (const session of [one, two]) await enterCup({ session, cupId })
  await jsonOf(await owner.request(`/admin/cups/${cupId}/start`, { method: 'POST' }))
  const tieId = await eventually(async () => {
    const { next } = await jsonOf<NextTieView>(await one.request('/api/cups/next'))
    return next?.tie_id ?? false
  })
  const roomId = await eventually(async () => {
    const presences = await Promise.all(
      [one, two].map(async (session) =>
        jsonOf<TiePresence>(await session.request(`/api/cups/${cupId}/ties/${tieId}/presence`, { method: 'POST' })),
      ),
    )
    return presences.find(({ room_id }) => room_id !== null)?.room_id ?? false
  })
  const clients = [await connected(one, 0), await connected(two, 1)] as const
  for (const player of clients) await mustSend(player, 'join-room', { roomId, passcode: null, role: 'player' })
  for (const player of clients) await mustSend(player, 'allow-spectators', { roomId, allow: true })
  const prompts = clients.map((player) => nextEvent(player, 'prompt-gif', () => true, { withinMs: 10_000 }))
  for (const player of clients) await mustSend(player, 'ready-up', { roomId })
  await Promise.all(prompts)
  return { roomId, cupId, tieId, players: clients, sessions: [one, two] }
}

/** A judge's pass for a tie. */
export async function passFor({ cupId, tieId }: PlayedTie, owner: AdministratorSession): Promise<string> {
  const { url } = await jsonOf<WatchLink>(
    await owner.request(`/admin/cups/${cupId}/ties/${tieId}/watch`, { method: 'POST' }),
  )
  return decodeURIComponent(new URL(url).hash.replace('#pass=', ''))
}

/** Sends what has to be accepted, and answers the acknowledgement. */
export async function mustSend<Name extends ClientEventName>(
  client: ProtocolClient,
  event: Name,
  data: ClientEventData<Name>,
): Promise<Record<string, unknown>> {
  const ack = await client.send(event, data)
  if (!ack.success) throw new Error(`${event} was refused: ${ack.code}`)
  return { ...ack }
}
