import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from '@jest/globals'
import {
  type Bot,
  createBot,
  createProtocolClient,
  OPEN_ROOM,
  type ProtocolClient,
  type Session,
  signIn,
} from '@kla/bots'
import { type Leaderboard, type ReportDetailView, type ReportList, seasonOf } from '@kla/proto/web'
import { eventually, uniqueName } from '@kla/testkit'
import { accountIdOf, createCup, signInAdministrator } from '../../src/platform/index.js'
import { platform } from './platform.js'

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
}, 60_000)

/** Of all tests: a client that is not closed reconnects for ever. */
const clients: ProtocolClient[] = []

interface Player {
  readonly session: Session
  readonly bot: Bot
}

/** Two players in a room, each at a different gateway. */
async function meet({ veiled = false } = {}): Promise<{ roomId: string; first: Player; second: Player }> {
  const [one = '', two = ''] = platform.running('gateway').map(({ url }) => url)
  const arrive = async (gateway: string): Promise<Player> => {
    const session = await signIn(platform.url, uniqueName('evidence'))
    const bot = createBot({ session, gateways: [gateway] })
    clients.push(bot.client)
    await bot.client.connect()
    return { session, bot }
  }
  const [first, second] = [await arrive(one), await arrive(two)]
  const { roomId } = await first.bot.must('create-room', { ...OPEN_ROOM, publicRoom: false, veiled })
  await second.bot.must('join-room', { roomId, passcode: null, role: 'player' })
  return { roomId, first, second }
}

async function contextOfNewestReport(): Promise<ReportDetailView['context']> {
  const administrator = await signInAdministrator(platform)
  const read = async <T>(path: string): Promise<T> => (await (await administrator.request(path)).json()) as T
  const { results } = await read<ReportList>('/admin/reports')
  return (await read<ReportDetailView>(`/admin/reports/${results[0]?.id}`)).context
}
const linesOfNewestReport = async (): Promise<string[]> =>
  (await contextOfNewestReport())?.lines.map(({ message }) => message) ?? []

async function countOf(metric: RegExp): Promise<number> {
  const [moderation] = platform.running('moderation')
  const metrics = await (await fetch(`http://127.0.0.1:${moderation?.slot.health}/metrics`)).text()
  return Number(metric.exec(metrics)?.[1] ?? 0)
}
/** How many batches of lines moderation has taken. */
const batches = (): Promise<number> => countOf(/^kla_grpc_served_seconds_count{.*method="keepLines".*} (\d+)$/im)
const revealEvents = (): Promise<number> => countOf(/^kla_events_handled_seconds_count{.*-reveals".*} (\d+)$/im)

describe('a report', () => {
  test('includes the latest messages of both players, whichever gateways they are connected to', async () => {
    const { roomId, first, second } = await meet()
    await first.bot.must('send-message', { roomId, message: 'a question' })
    await second.bot.must('send-message', { roomId, message: 'a threat' })
    const report = { reportedId: second.bot.client.id, category: 'harassment', reason: 'He threatens me.' }
    expect((await first.session.request('/report', { method: 'POST', body: report })).status).toBe(200)
    expect(await linesOfNewestReport()).toEqual(['a question', 'a threat'])
  }, 60_000)

  test('includes when both players of a veiled room saw each other', async () => {
    const { roomId, first, second } = await meet({ veiled: true })
    for (const { bot } of [first, second]) await bot.must('reveal', { roomId, show: true, epoch: 1 })
    await second.bot.must('reveal', { roomId, show: false, epoch: 1 })
    await eventually(async () => expect(await revealEvents()).toBe(2))
    const report = { reportedId: second.bot.client.id, category: 'harassment', reason: 'Hid at once.' }
    expect((await first.session.request('/report', { method: 'POST', body: report })).status).toBe(200)
    expect((await contextOfNewestReport())?.reveals).toEqual([
      {
        opened_at: expect.any(String),
        closed_at: expect.any(String),
        closed_by: await accountIdOf(await signInAdministrator(platform), second.bot.client.id),
        closed_why: 'withdrawn',
      },
    ])
  }, 60_000)

  test('includes the messages of a player who has left the gateway', async () => {
    const { roomId, first, second } = await meet()
    await second.bot.must('send-message', { roomId, message: 'a threat, and gone' })
    expect(await batches()).toBe(0)
    await second.bot.must('leave-room', { roomId })
    await eventually(async () => expect(await batches()).toBe(1))
    const report = { reportedId: second.bot.client.id, category: 'harassment', reason: 'He threatens me.' }
    expect((await first.session.request('/report', { method: 'POST', body: report })).status).toBe(200)
    expect(await linesOfNewestReport()).toEqual(['a threat, and gone'])
  }, 60_000)

  test('includes the room and its messages after both have left, and is refused from a stranger', async () => {
    const { roomId, first, second } = await meet()
    await second.bot.must('send-message', { roomId, message: 'a threat at the door' })
    await second.bot.must('leave-room', { roomId })
    await first.bot.must('leave-room', { roomId })
    const { roomId: elsewhere, first: stranger, second: third } = await meet()
    await third.bot.must('send-message', { roomId: elsewhere, message: 'said to a third person' })
    const report = { reportedId: second.bot.client.id, category: 'harassment', reason: 'He threatens me.' }
    expect((await first.session.request('/report', { method: 'POST', body: report })).status).toBe(200)
    expect(await linesOfNewestReport()).toEqual(['a threat at the door'])
    const refused = await stranger.session.request('/report', { method: 'POST', body: report })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, 'NOT_MET'])
  }, 60_000)
})

describe('a client that blocks every account id', () => {
  test('learns neither members nor names and lists nobody', async () => {
    const { first, second } = await meet()
    const prober = await signIn(platform.url, uniqueName('prober'), { confirmAge: false })
    const members = [first, second].map(({ bot }) => bot.client.id)
    const answers = new Set<string>()
    for (const id of [...members, 1, 2, 3, 4, 5, 100_000_000, 999_999_999]) {
      const answer = await prober.request(`/user/blocks/${id}`, { method: 'PUT' })
      answers.add(`${answer.status} ${await answer.text()}`)
    }
    expect([...answers]).toEqual([expect.stringMatching(/^404 .*"NOT_MET"/)])
    expect(await (await prober.request('/user/blocks')).json()).toEqual({ blocks: [] })
    for (const id of members) expect(String(id)).toMatch(/^[1-9]\d{8}$/)

    // Whom one has met can be blocked; what is listed has a picture of ours and nothing of the login provider's.
    const other = (await userOf(second.session)).discord_id
    expect((await first.session.request(`/user/blocks/${members[1]}`, { method: 'PUT' })).status).toBe(200)
    const listed = await (await first.session.request('/user/blocks')).text()
    expect(JSON.parse(listed)).toMatchObject({ blocks: [{ id: members[1], discord_id: '' }] })
    expect(listed).not.toContain(other)
  }, 60_000)
})

interface User {
  readonly username: string
  readonly discord_id: string
  readonly avatar: string | null
}
const userOf = async (session: Session): Promise<User> => (await (await session.request('/auth/user')).json()) as User

describe('a client that is not signed in', () => {
  test('receives no Discord id, no name beside a category and no player of a room with a passcode', async () => {
    const [winner, entrant, host] = (await Promise.all(
      ['winner', 'entrant', 'host'].map((name) => signIn(platform.url, uniqueName(name))),
    )) as [Session, Session, Session]
    const [best, entered, keeper] = (await Promise.all([winner, entrant, host].map(userOf))) as [User, User, User]
    const administrator = await signInAdministrator(platform)
    const correction = {
      season: seasonOf(Date.now()),
      gamesWon: 3,
      gamesPlayed: 4,
      reason: 'for the list',
      userId: winner.id,
    }
    const corrected = await administrator.request('/admin/leaderboard/corrections', {
      method: 'POST',
      body: { id: randomUUID(), ...correction },
    })
    expect(corrected.status).toBe(200)
    const cup = await createCup(administrator, { startsInMs: 3_600_000, capacity: 4 })
    expect((await entrant.request(`/api/cups/${cup.id}/entry`, { method: 'POST' })).status).toBe(200)

    const anonymous = createProtocolClient({ session: host, authenticateBy: 'nothing' })
    const frames: string[] = []
    anonymous.on('public-room-list', (list) => frames.push(JSON.stringify(list)))
    clients.push(anonymous)
    await anonymous.connect()
    await anonymous.send('request-room-list', {})
    const bot = createBot({ session: host })
    clients.push(bot.client)
    await bot.client.connect()
    const { roomId } = await bot.must('create-room', {
      ...OPEN_ROOM,
      roomName: 'A quiet room',
      passcode: 'sesame',
      passcodeRequired: true,
      category: 'gay',
    })
    await eventually(() => frames.some((frame) => frame.includes('"category":"gay"')), 10_000)
    const inRoom = await anonymous.send('sync-room', { roomId })
    expect(inRoom.success).toBe(false)

    const paths = [
      '/auth/user',
      '/api/config',
      '/api/shop',
      '/api/pass',
      '/api/cups',
      `/api/cups/${cup.id}`,
      '/user/blocks',
    ]
    const boards = ['/api/leaderboard', '/api/leaderboard?mode=wins', `/api/leaderboard?season=${seasonOf(Date.now())}`]
    const bodies = new Map<string, string>()
    for (const path of [...paths, ...boards]) bodies.set(path, await (await fetch(`${platform.url}${path}`)).text())
    const everything = [...bodies.values(), ...frames].join('\n')
    for (const { discord_id, avatar } of [best, entered, keeper]) {
      expect(discord_id).toMatch(/^\d{17,19}$/)
      expect(everything).not.toContain(discord_id)
      if (avatar) expect(everything).not.toContain(avatar)
    }
    expect(everything).not.toMatch(/"discord_id":"[^"]/)
    expect(everything).not.toContain(keeper.username)
    expect(everything).not.toContain(entered.username)
    expect(bodies.get(`/api/cups/${cup.id}`)).not.toContain(String(entrant.id))
    // Who reads the lobby without an account learns how many rooms there are, and of none.
    const counts = expect.arrayContaining([{ mode: 'rush', category: 'gay', rooms: 1 }])
    for (const frame of frames) expect(JSON.parse(frame)).toMatchObject({ rooms: [] })
    expect(JSON.parse(frames.at(-1) ?? '')).toEqual({ rooms: [], counts })
    expect(everything).not.toMatch(new RegExp(`${roomId}|A quiet room`))

    // The leaderboard is public, its pictures come from here, and who reads a name there may block it.
    const board = JSON.parse(bodies.get('/api/leaderboard?mode=wins') ?? '') as Leaderboard
    const line = board.top_winners.find(({ id }) => id === winner.id)
    expect(line).toMatchObject({ username: best.username, discord_id: '' })
    if (best.avatar) {
      const picture = await fetch(`${platform.url}${line?.avatar}`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(picture.url).not.toMatch(new RegExp(`${best.discord_id}|${best.avatar}`))
    }
    for (const named of [winner, entrant]) {
      expect((await host.request(`/user/blocks/${named.id}`, { method: 'PUT' })).status).toBe(200)
    }
  }, 60_000)
})
