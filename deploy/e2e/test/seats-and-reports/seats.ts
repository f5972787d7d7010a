import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { type Bot, createBot, nextEvent, nextTurn, OPEN_ROOM, partPair, seatPair, signIn } from '@kla/bots'
import { createRedis } from '@kla/chassis'
import { CLOSE } from '@kla/proto/web'
import { eventually, quietLogger, uniqueName } from '@kla/testkit'
import { seatTestPair } from '../../src/platform/index.js'
import { GRACE_MS, platform } from './platform.js'

async function arrive(options: { confirmAge?: boolean } = {}): Promise<Bot> {
  const bot = createBot({ session: await signIn(platform.url, uniqueName('guest'), options) })
  await bot.client.connect()
  return bot
}

describe('a seat', () => {
  test('disconnects a player who signs out with 4001', async () => {
    const session = await signIn(platform.url, uniqueName('leaver'))
    const bot = createBot({ session })
    await bot.client.connect()
    await bot.must('create-room', OPEN_ROOM)
    expect((await session.request('/auth/logout', { method: 'POST' })).ok).toBe(true)
    await eventually(() => bot.client.closeCodes.length > 0)
    expect(bot.client.closeCodes).toEqual([CLOSE.SIGNED_OUT])
  })

  test('disconnects a player who signs out everywhere with 4001 on every connection within a second', async () => {
    const name = uniqueName('everywhere')
    const [here, there] = [await signIn(platform.url, name), await signIn(platform.url, name)]
    const bots = [here, there].map((session) => createBot({ session }))
    await Promise.all(bots.map(({ client }) => client.connect()))
    await Promise.all(bots.map((bot) => bot.must('request-room-list', {})))
    const { sessions } = (await (await here.request('/user/sessions')).json()) as { sessions: { current: boolean }[] }
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const sinceMs = Date.now()
    expect((await here.request('/user/sessions', { method: 'DELETE' })).ok).toBe(true)
    await eventually(() => bots.every(({ client }) => client.closeCodes.length > 0))
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
    expect(bots.map(({ client }) => client.closeCodes)).toEqual([[CLOSE.SIGNED_OUT], [CLOSE.SIGNED_OUT]])
    expect((await there.request('/user/inventory')).status).toBe(401)
  })

  /** As if a session's cookie had last changed a day before it did, and any overlap were over. */
  async function passDay(cookie: string): Promise<void> {
    const [, id = ''] = /^kla=([\w-]{43})/.exec(cookie) ?? []
    const key = `kla:auth:session:{${createHash('sha256').update(id).digest('base64url')}}`
    const redis = createRedis({ url: platform.infrastructure.redis.url, log: quietLogger() })
    try {
      const record = await redis.hgetall(key)
      for (const field of ['since', 'retiredUntil']) {
        if (record[field] !== undefined) await redis.hset(key, field, Number(record[field]) - 86_400_000)
      }
    } finally {
      redis.disconnect()
    }
  }

  test('rotates the cookie while a socket is open and ends every session when the old cookie is used later', async () => {
    const session = await signIn(platform.url, uniqueName('rotates'), { confirmAge: false })
    const first = session.cookie
    const bot = createBot({ session })
    await bot.client.connect()
    expect(await bot.client.send('create-room', OPEN_ROOM)).toMatchObject({ success: false, code: 'AGE_NOT_CONFIRMED' })

    await passDay(first)
    await Promise.all(['/auth/user', '/user/bans', '/user/sessions'].map((path) => session.request(path)))
    expect(session.cookie).toMatch(new RegExp(`^${first}\\.[\\w-]{43}$`))
    const { accepted } = (await (
      await session.request('/user/age-attestation', { method: 'POST', body: { over18: true } })
    ).json()) as { accepted: boolean }
    expect(accepted).toBe(true)
    await passDay(first)
    // The principal that was signed before the declaration is renewed, with the value that the socket came with.
    await bot.must('create-room', OPEN_ROOM)

    const inventory = (cookie: string) => fetch(`${platform.url}/user/inventory`, { headers: { cookie } })
    expect((await inventory(session.cookie)).status).toBe(200)
    expect(bot.client.closeCodes).toEqual([])
    const sinceMs = Date.now()
    expect((await inventory(first)).status).toBe(401)
    await eventually(() => bot.client.closeCodes.length > 0)
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
    expect(bot.client.closeCodes).toEqual([CLOSE.SIGNED_OUT])
    expect((await inventory(session.cookie)).status).toBe(401)
  })

  test('accepts an access token in place of the cookie', async () => {
    const session = await signIn(platform.url, uniqueName('token'))
    const bot = createBot({ session, authenticateBy: 'token' })
    await bot.client.connect()
    expect((await bot.must('create-room', OPEN_ROOM)).roomId).not.toBe('')
    await bot.client.close()
  })

  test('takes a returning player back by a token beside the cookie while auth does not answer', async () => {
    const session = await signIn(platform.url, uniqueName('returning'))
    const bot = createBot({ session, authenticateBy: 'return-token', reconnectDelayMs: 100 })
    await bot.client.connect()
    const { roomId } = await bot.must('create-room', OPEN_ROOM)
    const [auth] = platform.running('auth')
    if (!auth) throw new Error('auth does not run')
    process.kill(auth.pid, 'SIGSTOP')
    try {
      const back = nextEvent(bot.client, 'room-state', (state) => state.roomId === roomId, { withinMs: 5_000 })
      bot.client.drop()
      await back
    } finally {
      process.kill(auth.pid, 'SIGCONT')
    }
    await bot.must('send-message', { roomId, message: 'still here' })
    await session.request('/auth/logout', { method: 'POST' })
    await eventually(() => bot.client.closeCodes.includes(CLOSE.SIGNED_OUT))
    await bot.client.close()
  })

  test('shows the list of rooms to visitors but admits none', async () => {
    const session = await signIn(platform.url, uniqueName('anonymous'))
    const bot = createBot({ session, authenticateBy: 'nothing' })
    await bot.client.connect()
    const list = nextEvent(bot.client, 'public-room-list', () => true, { withinMs: 5_000 })
    await bot.must('request-room-list', {})
    await list
    expect(await bot.client.send('create-room', OPEN_ROOM)).toMatchObject({
      success: false,
      code: 'NOT_SIGNED_IN_TO_CREATE',
    })
    await bot.client.close()
  })

  test('refuses players until they confirm their age', async () => {
    const session = await signIn(platform.url, uniqueName('young'), { confirmAge: false })
    const bot = createBot({ session })
    await bot.client.connect()
    expect(await bot.client.send('create-room', OPEN_ROOM)).toMatchObject({ success: false, code: 'AGE_NOT_CONFIRMED' })
    await session.request('/user/age-attestation', { method: 'POST', body: { over18: true } })
    await bot.must('create-room', OPEN_ROOM)
    await bot.client.close()
  })

  test('removes a player who declares to be under 18 within a second and keeps further rooms closed', async () => {
    const { first, second, roomId, sessions } = await seatTestPair(platform)
    const attest = async (over18: boolean): Promise<unknown> =>
      (await sessions.first.request('/user/age-attestation', { method: 'POST', body: { over18 } })).json()
    const closed = nextEvent(first.client, 'room-closed', () => true, { withinMs: 5_000 })
    const left = nextEvent(second.client, 'user-disconnected', () => true, { withinMs: 5_000 })
    const sinceMs = Date.now()
    expect(await attest(false)).toEqual({ accepted: false })
    await Promise.all([closed, left])
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
    const refused = { success: false, code: 'AGE_NOT_CONFIRMED' }
    for (let click = 0; click < 3; click++) {
      expect(await attest(true)).toEqual({ accepted: false })
      expect(await first.client.send('create-room', OPEN_ROOM)).toMatchObject(refused)
      expect(await first.client.send('join-room', { roomId, passcode: null, role: 'player' })).toMatchObject(refused)
      expect(await first.client.send('find-match', { mode: 'rush', category: 'default' })).toMatchObject(refused)
    }
    await Promise.all([first, second].map(({ client }) => client.close()))
  })

  test('opens a room for its passcode and refuses a wrong one', async () => {
    const [host, guest] = await Promise.all([arrive(), arrive()])
    const { roomId } = await host.must('create-room', { ...OPEN_ROOM, passcode: 'secret', passcodeRequired: true })
    const join = (passcode: string | null) => guest.client.send('join-room', { roomId, passcode, role: 'player' })
    expect(await join('wrong')).toMatchObject({ success: false, code: 'WRONG_PASSCODE' })
    expect(await join('secret')).toEqual({ success: true })
    // The seat is the guest's by now.
    expect(await join(null)).toEqual({ success: true })
    await Promise.all([host, guest].map(({ client }) => client.close()))
  })

  test('keeps seat and battle for a player who returns within the grace period', async () => {
    const pair = await seatTestPair(platform)
    const { first, second, roomId } = pair
    const prompted = nextTurn(first.client, 'prompt', { withinMs: 10_000 })
    await Promise.all([first.must('ready-up', { roomId }), second.must('ready-up', { roomId })])
    await prompted
    const state = nextEvent(second.client, 'room-state', () => true, { withinMs: 5_000 })
    second.client.drop()
    expect((await state).phase).toMatch(/prompt|show/)
    const shown = nextTurn(second.client, 'show', { withinMs: 10_000 })
    await shown
    expect(first.phases.seen).not.toContain('vote')
    await partPair(pair)
  })

  test('ends the battle without a winner when a player does not return within the grace period', async () => {
    const pair = await seatTestPair(platform)
    const { first, second, roomId } = pair
    const prompted = nextTurn(first.client, 'prompt', { withinMs: 10_000 })
    await Promise.all([first.must('ready-up', { roomId }), second.must('ready-up', { roomId })])
    await prompted
    const ended = nextEvent(first.client, 'end-game', () => true, { withinMs: 10_000 })
    const result = nextTurn(first.client, 'result', { withinMs: 10_000 })
    const lostAt = Date.now()
    second.client.drop({ stayAway: true })
    expect((await ended).reason).toBe('left')
    expect((await result).winnerId).toBeNull()
    expect(Date.now() - lostAt).toBeGreaterThanOrEqual(GRACE_MS - 50)
    await partPair(pair)
  })

  test('applies a command once when it is repeated after a lost connection', async () => {
    const { first, second, roomId } = await seatPair({
      url: platform.url,
      name: uniqueName('pair'),
      reconnectDelayMs: 50,
    })
    const lines: string[] = []
    second.client.on('receive-message', (line) => 'message' in line && lines.push(line.message))
    const said = first.must('send-message', { roomId, message: 'once' })
    first.client.drop()
    await said
    await first.must('send-message', { roomId, message: 'end' })
    await eventually(() => lines.includes('end'))
    expect(lines).toEqual(['once', 'end'])
    await partPair({ first, second, roomId })
  })
})
