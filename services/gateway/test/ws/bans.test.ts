import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { AgeChanged, type Restriction, RestrictionsChanged, subjects } from '@kla/proto'
import { createCuttableProxy, type CuttableProxy, eventually, infrastructure } from '@kla/testkit'
import { hasNats } from '../support/has-nats.js'
import { newRoom, type TestClient } from '../support/test-client.js'
import { twoPlayers } from '../support/two-players.js'
import { createWorld, type World } from '../support/world.js'

let world: World
let proxy: CuttableProxy | undefined

beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  proxy?.mend()
  await world.stop()
  proxy?.close()
  proxy = undefined
})

const ban = (more: Partial<Restriction> = {}): Restriction => ({
  scope: 'global',
  untilMs: 0,
  reason: 'Threats in the chat',
  banId: 7,
  ...more,
})

/** Sets what auth knows. */
const put = (id: number, version: number, restrictions: Restriction[]): void => {
  Object.assign(world.auth.person(id), { restrictions, restrictionsVersion: version })
}

/** Publishes restrictions, whatever auth knows. */
const tell = (accountId: number, version: number, restrictions: Restriction[]): void =>
  world.bus.publish(
    subjects.eventRestrictionsChanged,
    RestrictionsChanged.encode({ eventId: newId(), accountId, version, restrictions }).finish(),
  )

const set = (id: number, version: number, restrictions: Restriction[]): void => {
  put(id, version, restrictions)
  tell(id, version, restrictions)
}

/** Waits for a close frame; returns code, reason and time taken. */
const closing = (client: TestClient) => {
  const sinceMs = Date.now()
  return new Promise<{ code: number; reason: string; afterMs: number }>((resolve) =>
    client.socket.once('close', (code, reason) =>
      resolve({ code, reason: reason.toString(), afterMs: Date.now() - sinceMs }),
    ),
  )
}

const TOLD = {
  event: 'connection',
  code: 'BANNED',
  error:
    'You are banned from Kla for good. Reason: Threats in the chat. You can appeal by a support ticket in /settings.',
}

describe('a global ban', () => {
  test('closes all connections of the account on every gateway within a second, and no others', async () => {
    const [one, two] = [await world.gateway(), await world.gateway()]
    const { ada, bob } = await twoPlayers(world, [one, two])
    const spare = await world.client(two, 1)
    await spare.ask('request-room-list', {})
    const closed = [closing(ada), closing(spare)]
    set(1, 1, [ban()])
    for (const { code, reason, afterMs } of await Promise.all(closed)) {
      expect(code).toBe(4003)
      expect(reason).toBe('You are banned from Kla for good. Threats in the chat. Appeal in /settings.')
      expect(afterMs).toBeLessThan(1_000)
    }
    for (const client of [ada, spare]) expect(client.all('error')).toEqual([TOLD])
    expect(await bob.ask('request-room-list', {})).toMatchObject({ code: 'ALREADY_SEATED' })
    expect(bob.all('error')).toEqual([])
  })

  test('refuses sign-in by cookie and by token', async () => {
    const gateway = await world.gateway()
    put(1, 3, [ban({ reason: 'x'.repeat(1_000) })])
    const ada = await world.client(gateway, 1)
    const { code, reason } = await closing(ada)
    expect(code).toBe(4003)
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
    expect(ada.all('error')).toMatchObject([{ event: 'connection', code: 'BANNED' }])

    const token = await world.client(gateway, 0)
    const answer = token.ask('authenticate', { token: world.auth.person(1).accessToken })
    expect(await answer).toMatchObject({ success: false, code: 'BANNED' })
    expect(await token.closed).toBe(4003)
    expect(token.all('error')[0]).toMatchObject({ event: 'connection', code: 'BANNED' })
  })

  test('applies to a sign-in that was in flight', async () => {
    const gateway = await world.gateway()
    let open = (): void => undefined
    world.auth.person(1)
    world.auth.gate = new Promise((resolve) => (open = resolve))
    const ada = await world.client(gateway, 1)
    await eventually(() => world.auth.calls.includes('resolveSession'))
    const witness = await world.client(gateway, 0)
    // Published to the gateway while auth's answer is still the old one.
    tell(1, 1, [ban()])
    await world.bus.flush()
    await witness.ask('request-room-list', {})
    open()
    expect(await ada.closed).toBe(4003)
  })

  test('lets the player back in when it ends', async () => {
    let nowMs = Date.now()
    const gateway = await world.gateway({}, { now: () => nowMs })
    set(1, 1, [ban({ untilMs: nowMs + 60_000 })])
    expect(await (await world.client(gateway, 1)).closed).toBe(4003)
    nowMs += 60_000
    const ada = await world.client(gateway, 1)
    expect(await ada.ask('create-room', newRoom())).toMatchObject({ success: true })
  })
})

describe('a ban from rooms', () => {
  test('removes the connection from its room with the reason and keeps it open', async () => {
    const gateway = await world.gateway()
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    set(1, 1, [ban({ scope: 'rooms' })])
    const text =
      'You are banned from rooms for good. Reason: Threats in the chat. ' +
      'You can appeal by a support ticket in /settings.'
    expect(await ada.event('room-closed')).toEqual({ reason: text })
    const asked = new Map(world.rooms.calls)
    const refusal = { success: false, code: 'BANNED_FROM_ROOMS', error: text }
    expect(await ada.ask('create-room', newRoom())).toEqual(refusal)
    expect(await ada.ask('join-room', { roomId, passcode: null, role: 'player' })).toEqual(refusal)
    expect(await ada.event('join-error')).toEqual({ message: text, code: 'BANNED_FROM_ROOMS' })
    expect(await ada.ask('sync-room', { roomId })).toEqual(refusal)
    for (const call of ['createRoom', 'joinRoom', 'resumeSeat']) {
      expect(world.rooms.calls.get(call)).toBe(asked.get(call))
    }
    expect(await ada.ask('request-room-list', {})).toMatchObject({ success: true })
    // Rooms gives up the seat; the opponent is then notified as of any leaving.
    world.rooms.change(roomId, (room) => (room.seats = room.seats.filter(({ accountId }) => accountId !== 1)))
    expect(await bob.event('user-disconnected')).toMatchObject({ id: 1 })
    expect(ada.all('room-closed')).toHaveLength(1)
  })

  test('ends without a new connection when lifted', async () => {
    const gateway = await world.gateway()
    const ada = await world.client(gateway, 1)
    await ada.ask('request-room-list', {})
    set(1, 1, [ban({ scope: 'rooms' })])
    await eventually(async () => (await ada.ask('create-room', newRoom()))['code'] === 'BANNED_FROM_ROOMS')
    set(1, 2, [])
    await eventually(async () => (await ada.ask('create-room', newRoom()))['success'] === true)
  })

  test('is explained even if rooms learns of it before this gateway', async () => {
    const gateway = await world.gateway()
    const ada = await world.client(gateway, 1)
    await ada.ask('request-room-list', {})
    world.rooms.before = async (call) => {
      if (call === 'createRoom') throw new KlaError('BANNED_FROM_ROOMS')
    }
    put(1, 1, [ban({ scope: 'rooms', reason: 'Enough.' })])
    expect(await ada.ask('create-room', newRoom())).toMatchObject({
      code: 'BANNED_FROM_ROOMS',
      error: expect.stringContaining('Reason: Enough.'),
    })
  })

  test('removes a seat that was being taken', async () => {
    const gateway = await world.gateway()
    const [ada, bob] = [await world.client(gateway, 1), await world.client(gateway, 2)]
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    await bob.ask('request-room-list', {})
    world.rooms.before = async (call) => {
      if (call !== 'joinRoom') return
      set(2, 1, [ban({ scope: 'rooms' })])
      await eventually(() => world.auth.calls.filter((name) => name === 'resolveSession').length > 2)
    }
    bob.send('join-room', { roomId, passcode: null, role: 'player' })
    expect((await bob.event('room-closed')).reason).toContain('You are banned from rooms for good.')
    expect(await bob.ask('send-message', { roomId, message: 'still here?' })).toMatchObject({ code: 'NOT_SEATED' })
  })
})

describe('a ban from chat', () => {
  test('refuses messages at once without a call, and ends on time', async () => {
    let nowMs = Date.now()
    const gateway = await world.gateway({}, { now: () => nowMs })
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    await ada.ask('send-message', { roomId, message: 'first' })
    set(1, 1, [ban({ scope: 'chat', untilMs: nowMs + 60_000 })])
    const line = { roomId, message: 'second' }
    await eventually(async () => (await ada.ask('send-message', line))['code'] === 'BANNED_FROM_CHAT')
    await eventually(() => world.auth.calls.filter((name) => name === 'resolveSession').length === 3)
    const calls = [...world.auth.calls]
    expect(await ada.ask('send-message', line)).toMatchObject({
      success: false,
      code: 'BANNED_FROM_CHAT',
      error: expect.stringMatching(/^You are banned from the chat until .* UTC\. Reason: Threats in the chat\./),
    })
    expect(await ada.ask('typing', { roomId })).toMatchObject({ code: 'BANNED_FROM_CHAT' })
    expect(bob.all('typing')).toEqual([])
    expect(world.auth.calls).toEqual(calls)
    expect(await bob.ask('send-message', { roomId, message: 'quiet now' })).toEqual({ success: true })
    nowMs += 60_000
    expect(await ada.ask('send-message', { roomId, message: 'third' })).toEqual({ success: true })
    const lines = bob.all('receive-message').map((line) => ('message' in line ? line.message : ''))
    expect(lines.slice(-2)).toEqual(['quiet now', 'third'])
  })
})

describe('a locked age verdict', () => {
  const setAge = (id: number, ageRevision: number, ageLocked: boolean): void => {
    Object.assign(world.auth.person(id), { ageRevision, ageLocked })
  }
  const publishAge = (accountId: number, revision: number, locked: boolean): void =>
    world.bus.publish(
      subjects.eventAgeChanged,
      AgeChanged.encode({ eventId: newId(), accountId, revision, locked }).finish(),
    )
  const NOT_CONFIRMED = "Confirm that you're 18 or older first."

  test('removes the connection from its room within a second, renews the principal and closes rooms and searches', async () => {
    const gateway = await world.gateway()
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    const sinceMs = Date.now()
    setAge(1, 1, true)
    publishAge(1, 1, true)
    expect(await ada.event('room-closed')).toEqual({ reason: NOT_CONFIRMED })
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
    const refusal = { success: false, code: 'AGE_NOT_CONFIRMED' }
    expect(await ada.ask('create-room', newRoom())).toMatchObject(refusal)
    expect(await ada.ask('join-room', { roomId, passcode: null, role: 'player' })).toMatchObject(refusal)
    expect(await ada.ask('find-match', { mode: 'rush', category: 'gay' })).toMatchObject(refusal)
    setAge(1, 2, false)
    publishAge(1, 2, false)
    await eventually(async () => (await ada.ask('create-room', newRoom()))['success'] === true)
  })

  test('is found by the next check when its event was lost', async () => {
    const gateway = await world.gateway({ banCheckMs: 100 })
    const { ada } = await twoPlayers(world, [gateway, gateway])
    setAge(1, 1, true)
    expect(await ada.event('room-closed')).toEqual({ reason: NOT_CONFIRMED })
  })

  test('removes a seat that was being taken', async () => {
    const gateway = await world.gateway()
    const [ada, bob] = [await world.client(gateway, 1), await world.client(gateway, 2)]
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    await bob.ask('request-room-list', {})
    world.rooms.before = async (call) => {
      if (call !== 'joinRoom') return
      setAge(2, 1, true)
      publishAge(2, 1, true)
      await eventually(() => world.auth.calls.filter((name) => name === 'resolveSession').length > 2)
    }
    bob.send('join-room', { roomId, passcode: null, role: 'player' })
    expect(await bob.event('room-closed')).toEqual({ reason: NOT_CONFIRMED })
    expect(await bob.ask('send-message', { roomId, message: 'still here?' })).toMatchObject({ code: 'NOT_SEATED' })
  })
})

describe('restriction updates', () => {
  test('are ignored when older than what is known', async () => {
    const gateway = await world.gateway()
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    put(1, 5, [])
    tell(1, 5, [ban({ scope: 'api' })])
    tell(1, 4, [ban()])
    tell(1, 5, [ban()])
    await world.bus.flush()
    tell(1, 6, [ban({ scope: 'chat' })])
    const line = { roomId, message: 'hm' }
    await eventually(async () => (await ada.ask('send-message', line))['code'] === 'BANNED_FROM_CHAT')
    expect(ada.all('error')).toEqual([])
  })

  test('renew the principal, which carries bans', async () => {
    const gateway = await world.gateway()
    const ada = await world.client(gateway, 1)
    await ada.ask('create-room', newRoom())
    const before = world.auth.calls.length
    set(1, 1, [ban({ scope: 'api' })])
    await eventually(() => world.auth.calls.length === before + 1)
    expect(world.auth.calls.at(-1)).toBe('resolveSession')
  })

  test('that were lost are recovered by the next check, for bans set and lifted', async () => {
    const gateway = await world.gateway({ banCheckMs: 100 })
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    put(1, 1, [ban()])
    put(2, 1, [ban({ scope: 'chat' })])
    expect(await ada.closed).toBe(4003)
    const line = { roomId, message: 'hello' }
    await eventually(async () => (await bob.ask('send-message', line))['code'] === 'BANNED_FROM_CHAT')
    put(2, 2, [])
    await eventually(async () => (await bob.ask('send-message', line))['success'] === true)
  })

  test('that were lost with NATS are recovered after the reconnect', async () => {
    proxy = await createCuttableProxy(infrastructure().natsUrl)
    const gateway = await world.gateway({ natsUrl: proxy.url })
    const ada = await world.client(gateway, 1)
    await ada.ask('request-room-list', {})
    proxy.cut()
    await eventually(async () => !(await hasNats(gateway)))
    set(1, 1, [ban()])
    await world.bus.flush()
    proxy.mend()
    expect(await ada.closed).toBe(4003)
  })
})
