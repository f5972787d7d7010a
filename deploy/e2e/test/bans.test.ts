import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bot, createBot, nextEvent, OPEN_ROOM, type Session, signIn } from '@kla/bots'
import { createBus, createRedis, newId } from '@kla/chassis'
import type { Platform, ServiceName } from '@kla/local'
import { AuditRecorded, EVENTS_STREAM, messageOf, subjects } from '@kla/proto'
import { type BanScope, type BanView, CLOSE } from '@kla/proto/web'
import { eventually, quietLogger, uniqueName } from '@kla/testkit'
import {
  type AdministratorSession,
  forgetRedisRefusals,
  metricOf,
  seatTestPair,
  signInAdministrator,
  startTestPlatform,
} from '../src/platform/index.js'
import { describeEventAccess } from './bans/event-access.js'

/** A ban as it takes hold, on a platform with two gateways: sockets, seats, chat, REST; and when processes die. */

let platform: Platform
let owner: AdministratorSession
beforeAll(async () => {
  platform = await startTestPlatform('bans', {
    processes: { gateway: 2, rooms: 2 },
    environment: { BATTLE_PROMPT_MS: '300000', BAN_CHECK_MS: '2000', MAIL_HOLD_MS: '1' },
  })
  owner = await signInAdministrator(platform)
}, 120_000)
afterAll(() => platform?.close(), 60_000)

const gateways = (): string[] => platform.running('gateway').map(({ url }) => url)

async function ban(userId: number, scope: BanScope = 'global'): Promise<BanView> {
  const body = { userId, scope, reason: 'as a test', durationMs: 3_600_000 }
  const response = await owner.request('/admin/bans', { method: 'POST', body })
  expect(response.status).toBe(200)
  return (await response.json()) as BanView
}

const lift = async ({ id }: BanView): Promise<void> => {
  const response = await owner.request(`/admin/bans/${id}/lift`, { method: 'PATCH', body: { liftReason: null } })
  expect(response.status).toBe(200)
}

const connected = async (session: Session, url = platform.url): Promise<Bot> => {
  const bot = createBot({ session, gateways: [url] })
  await bot.client.connect()
  return bot
}

const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { code?: string }).code

describe('a global ban', () => {
  test('closes all connections of the banned player on both gateways within a second and costs the opponent nothing', async () => {
    const [one = '', two = ''] = gateways()
    const pair = await seatTestPair(platform, { gateways: { first: [one], second: [two] } })
    const { first, second, roomId } = pair
    const prompted = nextEvent(first.client, 'prompt-gif', () => true, { withinMs: 10_000 })
    await Promise.all([first.must('ready-up', { roomId }), second.must('ready-up', { roomId })])
    await prompted
    const [left, ended] = [
      nextEvent(first.client, 'user-disconnected', () => true, { withinMs: 5_000 }),
      nextEvent(first.client, 'end-game', () => true, { withinMs: 5_000 }).catch(() => undefined),
    ]
    const elsewhere = await Promise.all(gateways().map((url) => connected(pair.sessions.second, url)))
    const made = await ban(second.client.id)
    const answeredAtMs = Date.now()
    await eventually(() => [second, ...elsewhere].every(({ client }) => client.closeCodes.includes(CLOSE.BANNED)))
    expect(Date.now() - answeredAtMs).toBeLessThan(1_000)
    expect((await left).id).toBe(second.client.id)
    await ended
    await first.must('send-message', { roomId, message: 'still here' })
    await lift(made)
    await Promise.all([first.client.close(), second.client.close()])
  }, 60_000)

  test('keeps REST and the socket closed until it is lifted, but leaves sign-in, bans and tickets open', async () => {
    const session = await signIn(platform.url, uniqueName('banned'))
    const made = await ban(session.id)
    const refused = await session.request('/user/inventory')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'BANNED', error: expect.stringContaining('as a test') })
    for (const path of ['/auth/user', '/user/bans', '/user/support_tickets']) {
      expect((await session.request(path)).status).toBe(200)
    }
    const again = await signIn(platform.url, session.username)
    expect(await (await again.request('/user/bans')).json()).toMatchObject({
      bans: [{ id: made.id, reason: 'as a test' }],
    })
    await lift(made)
    expect((await session.request('/user/inventory')).status).toBe(200)
    const bot = await connected(session)
    await bot.must('create-room', OPEN_ROOM)
    await bot.client.close()
  }, 60_000)
})

describe('a narrower ban', () => {
  test('takes the seat but not the connection when it covers rooms, and only messages when it covers the chat', async () => {
    const session = await signIn(platform.url, uniqueName('narrow'))
    const bot = await connected(session)
    const { roomId } = await bot.must('create-room', OPEN_ROOM)
    const quiet = await ban(session.id, 'chat')
    // Gateways receive a ban by an event of auth, possibly after the administrator has the answer.
    await eventually(async () => {
      const sent = await bot.client.send('send-message', { roomId, message: 'hello' })
      expect(sent).toMatchObject({ code: 'BANNED_FROM_CHAT' })
    })
    await lift(quiet)
    await eventually(async () => (await bot.client.send('send-message', { roomId, message: 'hello' })).success)

    const closed = nextEvent(bot.client, 'room-closed', () => true, { withinMs: 5_000 })
    const outside = await ban(session.id, 'rooms')
    expect((await closed).reason).toContain('as a test')
    expect(await bot.client.send('create-room', OPEN_ROOM)).toMatchObject({ code: 'BANNED_FROM_ROOMS' })
    expect(bot.client.closeCodes).toEqual([])
    await lift(outside)
    await eventually(async () => (await bot.client.send('create-room', OPEN_ROOM)).success)
    await bot.client.close()
  }, 60_000)

  test('refuses calls but keeps the socket when it covers the API', async () => {
    const session = await signIn(platform.url, uniqueName('caller'))
    const bot = await connected(session)
    const made = await ban(session.id, 'api')
    const refused = await session.request('/user/saved_gifs')
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'BANNED_FROM_API'])
    await bot.must('create-room', OPEN_ROOM)
    expect(bot.client.closeCodes).toEqual([])
    await lift(made)
    await bot.client.close()
  }, 60_000)
})

describe('moderation', () => {
  test("mails the answer to a ticket, a ban and its end to the account's address", async () => {
    const session = await signIn(platform.url, uniqueName('reader'))
    const ticket = { subject: 'A question', message: 'Where are my GIFs?' }
    const opened = await session.request('/user/support_ticket', { method: 'POST', body: ticket })
    const { ticketId } = (await opened.json()) as { ticketId: number }
    const change = { answer: 'They are in your library.', resolved: true }
    const answered = await owner.request(`/admin/support_tickets/${ticketId}`, { method: 'PATCH', body: change })
    expect(answered.status).toBe(200)
    const to = `${session.username}@players.example`
    const mails = async () => {
      const shown = await fetch(`${platform.standIns.mailbox.url}/mails?${new URLSearchParams({ to })}`)
      return (await shown.json()) as { subject: string; text: string; headers: Record<string, string> }[]
    }
    await eventually(async () => (await mails()).length === 1)
    const made = await ban(session.id, 'chat')
    await eventually(async () => (await mails()).length === 2)
    await lift(made)
    await eventually(async () => (await mails()).length === 3)

    const [lifted, banned, answer] = await mails()
    expect(answer?.subject).toBe(`We answered your support ticket #${ticketId}`)
    expect(answer?.text).toContain('They are in your library.')
    expect(answer?.headers['reply-to']).toBe('support@kla.example')
    expect(banned?.subject).toBe('Your account is banned from the chat')
    expect(banned?.text).toContain('Reason: as a test')
    expect(lifted?.text).toContain('Your ban from the chat was lifted')
    const config = await fetch(`${platform.url}/api/config`)
    expect(await config.json()).toMatchObject({ sendsMail: true, contactEmail: 'support@kla.example' })
  }, 60_000)
})

describeEventAccess(() => ({ platform, owner, ban }))

describe('a stored ban', () => {
  test('is published by the next process when moderation dies after storing it', async () => {
    const session = await signIn(platform.url, uniqueName('late'))
    const bot = await connected(session)
    const [moderation] = platform.running('moderation')
    if (!moderation) throw new Error('moderation has to run')
    const banning = owner.request('/admin/bans', { method: 'POST', body: { userId: session.id, reason: 'as a test' } })
    await platform.kill(moderation)
    await banning.catch(() => undefined)
    await platform.start('moderation')
    // The killed process may not have stored it; what was stored must be published.
    const stored = (await (await owner.request(`/admin/bans/${session.id}/active`)).json()) as Partial<BanView>
    if (stored.id === undefined) await ban(session.id)
    await eventually(() => bot.client.closeCodes.includes(CLOSE.BANNED), 15_000)
    await bot.client.close()
  }, 90_000)
})

describe('the credentials of another service', () => {
  const { redis, nats } = {
    redis: (service: ServiceName) => platform.infrastructure.redis.urlOf(service),
    nats: (service: ServiceName) => platform.infrastructure.nats.urlOf(service),
  }

  test.each(['rooms', 'game-engine', 'media-signalling', 'moderation'] as const)(
    'write no session with the Redis user of %s',
    async (service) => {
      const client = createRedis({ url: redis(service), log: quietLogger() })
      const forged = client.set('kla:auth:session:{made-up}', 1, 'PX', 60_000)
      await expect(forged).rejects.toThrow(/^NOPERM/)
      client.disconnect()
      await forgetRedisRefusals(platform)
    },
  )

  test("write nothing into the audit log with library's NATS user but without its key", async () => {
    const moderation = platform.running('moderation')[0]!
    const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
    const bus = await createBus({ url: nats('library'), name: 'library', log: quietLogger(), events })
    const eventId = newId()
    const forged = messageOf(AuditRecorded, {
      eventId,
      atMs: Date.now(),
      actorId: 1,
      actor: 'forger',
      action: 'gifs.add',
      details: '{}',
    })
    const before = await metricOf(moderation, 'kla_moderation_audit_refused_total')
    await bus.publishEvent(subjects.eventAuditRecorded('library'), eventId, AuditRecorded.encode(forged).finish())
    await eventually(async () =>
      expect(await metricOf(moderation, 'kla_moderation_audit_refused_total')).toBe(before + 1),
    )
    await bus.close()
    const page = await owner.request('/admin/audit?actor=forger')
    expect(page.status).toBe(200)
    expect(await page.json()).toMatchObject({ entries: [] })
  })
})
