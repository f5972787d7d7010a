import { setTimeout as sleep } from 'node:timers/promises'
import { CATALOGUE, type CheckoutSession, type PurchaseVerification } from '@kla/proto/web'
import type { Session } from '../../bots/index.js'
import { dividedBy, type Numbers, without } from '../../measure/numbers.js'
import type { UnitsDeps, SeatedPair } from '../measure.js'
import { forAll, playQuickly } from '../players.js'
import { thoseWhoPlay } from './battles.js'

const SAVES = CATALOGUE.find(({ grants }) => grants.item === 'gif_saves')
const CARD = '4242 4242 4242 4242'
const ASK_AGAIN_MS = 100

export const purchases = ({ measure }: UnitsDeps, sessions: readonly Session[]) =>
  measure.work('purchase', async () => {
    await forAll(sessions, buySaves)
    return sessions.length
  })

/** `battle`: the cost of the same battle without saves. */
export async function saves({ measure }: UnitsDeps, pairs: readonly SeatedPair[], battle: Numbers): Promise<void> {
  const saved = { count: 0 }
  let played = 0
  const cost = await measure.work('battle of 1 round with saves', async () => {
    played = (await thoseWhoPlay(pairs, (pair) => playAndSave(pair, saved))).length
    return played
  })
  measure.note('save', dividedBy(without(cost, battle, 1), saved.count / played))
}

async function buySaves({ request }: Session): Promise<void> {
  const items = [{ item_id: SAVES?.id, quantity: 1 }]
  const opened = await request('/checkout/create-session', { method: 'POST', body: { items, email: 'unit@example.com' } })
  const { id, url } = (await opened.json()) as CheckoutSession
  await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: CARD }),
  })
  for (;;) {
    const asked = await request(`/checkout/verify?session_id=${encodeURIComponent(id)}`)
    if (((await asked.json()) as PurchaseVerification).payment_status === 'paid') return
    await sleep(ASK_AGAIN_MS)
  }
}

async function playAndSave(pair: SeatedPair, saved: { count: number }): Promise<void> {
  const { roomId, first, second } = pair
  const saving: Promise<void>[] = []
  const save = (answer: Promise<{ readonly success: boolean }>): void => {
    saving.push(answer.then(({ success }) => void (saved.count += Number(success))).catch(() => undefined))
  }
  const ends = [first, second].flatMap(({ bot: { client } }) => [
    client.on('gif-options', () => save(client.send('save-gif-choice', { roomId, index: 1 }))),
    client.on('receive-gif', ({ gifUrl }) => save(client.send('save-gif-received', { roomId, receivedGif: gifUrl }))),
  ])
  try {
    await playQuickly(pair, { rounds: 1, votes: 'both' })
    await Promise.all(saving)
  } finally {
    for (const end of ends) end()
  }
}

const PATHS = ['/auth/user', '/api/config', '/user/inventory', '/api/leaderboard', '/api/pass', '/api/cups']

export const reads = ({ measure }: UnitsDeps, sessions: readonly Session[]) =>
  measure.work('REST read', async () => {
    await forAll(sessions, async ({ request }) => {
      for (const path of PATHS) await taken(await request(path), path)
    })
    return sessions.length * PATHS.length
  })

export const clips = ({ measure }: UnitsDeps, session: Session, urls: readonly string[]) =>
  measure.work('clip read', async () => {
    await forAll(urls, async (url) => {
      const path = `/media?u=${encodeURIComponent(url)}`
      await taken(await session.request(path), path)
    })
    return urls.length
  })

async function taken(response: Response, path: string): Promise<void> {
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.status} from ${path}`)
}
