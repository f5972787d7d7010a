import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type Bot, createBot, nextEvent, OPEN_ROOM, playBattle, type Session, signIn } from '@kla/bots'
import { uniqueName } from '@kla/testkit'
import { buy, shopperOf, signInAdministrator, TEST_PLAN } from '../../src/platform/index.js'
import { collector, platform } from './platform.js'

/** What players write, their addresses and their credentials. */
const PRIVATE = {
  chat: 'hush-said-to-nobody-else',
  draft: 'hush-half-a-frame',
  passcode: 'hush-pass',
  guess: 'hush-guess',
  email: 'hush.hush@example.com',
  report: 'hush-what-happened',
  ticket: 'hush-please-help',
  search: 'hush-search',
  sdp: 'hush-session',
  fragment: 'hushufrag',
  address: '203.0.113.77',
  forwarded: '203.0.113.78',
  state: 'hush-state',
  code: 'hush-code',
  wrongPassword: 'hush-wrong-password',
} as const

const sdp = [
  ...['v=0', `o=${PRIVATE.sdp} 1 1 IN IP4 ${PRIVATE.address}`, 's=-', 't=0 0', 'a=group:BUNDLE 0'],
  ...['m=video 9 UDP/TLS/RTP/SAVPF 96', 'c=IN IP4 0.0.0.0', 'a=mid:0', 'a=rtpmap:96 VP8/90000', ''],
].join('\r\n')
const candidate = `candidate:1 1 udp 2122260223 ${PRIVATE.address} 50000 typ host ufrag ${PRIVATE.fragment}`

async function arrive(gateway: string): Promise<{ session: Session; bot: Bot }> {
  const session = await signIn(platform.url, uniqueName('private'))
  const bot = createBot({ session, gateways: [gateway] })
  await bot.client.connect()
  return { session, bot }
}

async function signal(from: Bot, roomId: string, to: number): Promise<void> {
  const state = nextEvent(from.client, 'room-state', () => true, { withinMs: 10_000 })
  await from.must('sync-room', { roomId })
  const peer = (await state).players.find(({ id }) => id === to)?.socketId ?? ''
  await from.client.send('offer', { to: peer, payload: { type: 'offer', sdp } })
  await from.client.send('ice-candidate', { to: peer, payload: { candidate, sdpMid: '0', sdpMLineIndex: 0 } })
}

async function play(): Promise<Session> {
  const [one = '', two = ''] = platform.running('gateway').map(({ url }) => url)
  const [{ bot: first, session }, { bot: second }] = [await arrive(one), await arrive(two)]
  first.meets(second.client)
  second.meets(first.client)
  const { roomId } = await first.must('create-room', {
    ...OPEN_ROOM,
    passcode: PRIVATE.passcode,
    passcodeRequired: true,
  })
  await second.client.send('join-room', { roomId, passcode: PRIVATE.guess, role: 'player' })
  await second.must('join-room', { roomId, passcode: PRIVATE.passcode, role: 'player' })
  await signal(first, roomId, second.client.id)
  await first.must('send-message', { roomId, message: PRIVATE.chat })
  second.client.sendRaw(`{"event":"send-message","data":{"message":"${PRIVATE.draft}"`)
  second.client.sendRaw(`{"event":"send-message","data":{"roomId":7,"message":"${PRIVATE.draft}"}}`)
  await playBattle({ first, second, roomId, plan: TEST_PLAN, random: Math.random })
  const report = { reportedId: second.client.id, category: 'harassment', reason: PRIVATE.report }
  expect((await session.request('/report', { method: 'POST', body: report })).status).toBe(200)
  await Promise.all([first, second].map(({ client }) => client.close()))
  return session
}

async function shop(session: Session): Promise<void> {
  const items = [{ item_id: 2, quantity: 1 }]
  await buy(shopperOf(session), items)
  const ticket = { subject: PRIVATE.ticket, message: PRIVATE.ticket, related_stripe_email: PRIVATE.email }
  await session.request('/user/support_ticket', { method: 'POST', body: ticket })
  // Failures log more than successes.
  const [commerce] = platform.running('commerce')
  if (commerce) await platform.kill(commerce)
  await session.request('/checkout/create-session', { method: 'POST', body: { items, email: PRIVATE.email } })
  await session.request('/report', {
    method: 'POST',
    body: { reportedId: 1, category: 'harassment', reason: PRIVATE.report },
  })
}

async function administer(): Promise<string> {
  const administrator = await signInAdministrator(platform)
  await administrator.request(`/gifs/fetch?text=${PRIVATE.search}`)
  await signInAdministrator(platform, { username: 'admin', password: PRIVATE.wrongPassword }).catch(() => undefined)
  const from = {
    headers: { 'x-forwarded-for': PRIVATE.forwarded, cookie: 'kla=hush-cookie', authorization: 'Bearer hush-bearer' },
  }
  await fetch(`${platform.url}/auth/discord/callback?code=${PRIVATE.code}&state=${PRIVATE.state}`, from)
  await fetch(`${platform.url}/admin/reports`, from)
  return administrator.token
}

describe('telemetry', () => {
  test('holds nothing private in any log line or span, whatever fails', async () => {
    const session = await play()
    await shop(session)
    const token = await administer()
    await platform.close()

    const files = (await readdir(platform.logDirectory)).filter((file) => file.endsWith('.log'))
    const logs = await Promise.all(files.map((file) => readFile(join(platform.logDirectory, file), 'utf8')))
    const secrets = {
      ...PRIVATE,
      accessToken: session.accessToken,
      cookie: session.cookie.replace(/^kla=/, ''),
      administrator: platform.console.password,
      bearer: token,
      buyer: 'shopper@example.com',
      hush: 'hush',
    }
    const seen = (text: string): string[] =>
      Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))
    for (const [index, text] of logs.entries()) expect([files[index], seen(text)]).toEqual([files[index], []])
    expect(seen(collector.text())).toEqual([])
    for (const text of [...logs, collector.text()]) expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/)

    // There was something to find it in: errors, and lines within spans that were sent.
    const lines = logs.join('\n')
    expect(lines).toContain('"level":40')
    const traces = new Set(collector.spans().map(({ traceId }) => traceId))
    const tied = [...lines.matchAll(/"trace_id":"([0-9a-f]{32})"/g)].map(([, id]) => id ?? '')
    expect(tied.filter((id) => traces.has(id)).length).toBeGreaterThan(2)
    expect(new Set(collector.spans().map(({ service }) => service)).size).toBe(9)
  }, 180_000)
})
