import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bot, createBot, createProtocolClient, OPEN_ROOM, type Session, signIn } from '@kla/bots'
import type { GifList, GifOptionEntry, RoomListItem, SavedGifs, ServerEvents } from '@kla/proto/web'
import { eventually, uniqueName } from '@kla/testkit'
import { type AdministratorSession, buy, shopperOf, signInAdministrator } from '../../src/platform/index.js'
import { platform } from './platform.js'

let administrator: AdministratorSession
const bots: Bot[] = []

beforeAll(async () => {
  administrator = await signInAdministrator(platform)
}, 120_000)
afterAll(async () => {
  await Promise.all(bots.map(({ client }) => client.close()))
}, 60_000)

interface Player {
  readonly session: Session
  readonly bot: Bot
  /** The ids in the last list of rooms that it was sent. */
  listed(): readonly string[]
}

/** At a gateway of its own. */
async function arrive(name: string, gateway: 0 | 1): Promise<Player> {
  const session = await signIn(platform.url, uniqueName(name))
  const bot = createBot({ session, gateways: [platform.running('gateway')[gateway]?.url ?? ''] })
  bots.push(bot)
  let rooms: readonly RoomListItem[] = []
  bot.client.on('public-room-list', (list) => (rooms = list.rooms))
  await bot.client.connect()
  return { session, bot, listed: () => rooms.map(({ id }) => id) }
}

const joining = (roomId: string) => ({ roomId, passcode: null, role: 'player' as const })

async function seatBoth(host: Player, guest: Player): Promise<string> {
  const { roomId } = await host.bot.must('create-room', OPEN_ROOM)
  await guest.bot.must('join-room', joining(roomId))
  return roomId
}

describe('two players of whom one has taken the way out', () => {
  let blocker: Player
  let blocked: Player
  let other: Player

  beforeAll(async () => {
    ;[blocker, blocked, other] = await Promise.all([arrive('blocker', 0), arrive('blocked', 1), arrive('other', 1)])
    const roomId = await seatBoth(blocked, blocker)
    const out = await blocker.bot.must('leave-and-block', { roomId })
    expect(out).toMatchObject({ blockedId: blocked.bot.client.id, incident: expect.any(String) })
    await blocked.bot.must('leave-room', { roomId })
  }, 60_000)

  test('do not see each other’s rooms in the list, and find no such room', async () => {
    const { roomId } = await blocker.bot.must('create-room', OPEN_ROOM)
    for (const { bot } of [blocked, other]) await bot.must('request-room-list', {})
    await eventually(() => other.listed().includes(roomId))
    expect(blocked.listed()).not.toContain(roomId)
    expect(await blocked.bot.client.send('join-room', joining(roomId))).toMatchObject({
      success: false,
      code: 'ROOM_NOT_FOUND',
    })
    expect(await blocked.bot.client.send('join-room', { ...joining(roomId), veiledOnly: true })).toMatchObject({
      code: 'ROOM_NOT_FOUND',
    })
    expect(await blocked.bot.client.send('look-at-room', { roomId })).toMatchObject({
      success: false,
      code: 'ROOM_NOT_FOUND',
    })
    // Without the account that is blocked it learns of no room either, but how many there are.
    const signedOut = createProtocolClient({ session: blocked.session, authenticateBy: 'nothing' })
    const lists: ServerEvents['public-room-list'][] = []
    signedOut.on('public-room-list', (list) => lists.push(list))
    await signedOut.connect()
    await signedOut.send('request-room-list', {})
    await eventually(() => lists.length > 0)
    await signedOut.close()
    expect(lists[0]).toMatchObject({
      rooms: [],
      counts: [{ mode: 'rush', category: 'default', rooms: expect.any(Number) }],
    })
    expect(JSON.stringify(lists)).not.toMatch(new RegExp(`${roomId}|A room|${blocker.bot.client.username}`))
    await blocker.bot.must('leave-room', { roomId })

    const { roomId: theirs } = await blocked.bot.must('create-room', OPEN_ROOM)
    await blocker.bot.must('request-room-list', {})
    await eventually(() => other.listed().includes(theirs))
    expect(blocker.listed()).not.toContain(theirs)
    expect(await blocker.bot.client.send('join-room', joining(theirs))).toMatchObject({
      success: false,
      code: 'ROOM_NOT_FOUND',
    })
    await blocked.bot.must('leave-room', { roomId: theirs })
  }, 60_000)

  test('are matched with others and not with each other', async () => {
    const found = new Map<string, string>()
    for (const { bot } of [blocker, blocked, other]) {
      bot.client.on('match-found', ({ matchId }) => found.set(bot.client.username, matchId))
    }
    for (const { bot } of [blocker, blocked]) await bot.must('find-match', { mode: 'stamina', category: 'default' })
    await other.bot.must('find-match', { mode: 'stamina', category: 'default' })
    await eventually(() => found.size === 2, 20_000)
    expect(found.has(other.bot.client.username)).toBe(true)
    expect(new Set(found.values()).size).toBe(1)
    await Promise.all([blocker, blocked, other].map(({ bot }) => bot.client.send('cancel-match', {})))
  }, 60_000)

  test('see each other’s rooms again once the block is lifted', async () => {
    await blocker.session.request(`/user/blocks/${blocked.bot.client.id}`, { method: 'DELETE' })
    const { roomId } = await blocker.bot.must('create-room', OPEN_ROOM)
    await blocked.bot.must('request-room-list', {})
    await eventually(() => blocked.listed().includes(roomId))
    await blocker.bot.must('leave-room', { roomId })
  }, 60_000)
})

describe('a limits card', () => {
  let limited: Player
  let free: Player
  let roomId: string
  /** Dealt to the two before anyone limits it, so that it is not among the acts that are drawn out for them. */
  let never: string

  beforeAll(async () => {
    do {
      ;[limited, free] = await Promise.all([arrive('limited', 0), arrive('free', 1)])
      roomId = await seatBoth(limited, free)
      never = (await actToLimit(await dealtIn(roomId, [limited, free], 3))) ?? ''
    } while (never === '')
  }, 120_000)

  test('keeps what one player never wants from both, and says nothing of it', async () => {
    const acts = await actsByAddress()
    const isLimited = (gifUrl: string): boolean => acts.get(gifUrl)?.includes(never) ?? true
    const card = { limits: [{ act: never, limit: 'no' }] }
    expect((await limited.session.request('/user/limits', { method: 'PUT', body: card })).status).toBe(200)
    const after = await dealtIn(roomId, [limited, free], 6)
    expect(after.length).toBeGreaterThan(20)
    expect(after.filter(({ gifUrl }) => isLimited(gifUrl))).toEqual([])
    expect(await (await free.session.request('/user/limits')).json()).toEqual({ limits: [] })
  }, 120_000)

  test('refuses a Wild Card outside of it before it is shown, spends nothing, and leaves it out of the tray', async () => {
    const acts = await actsByAddress()
    const shopper = shopperOf(free.session)
    await buy(shopper, [
      { item_id: 2, quantity: 1 },
      { item_id: 3, quantity: 1 },
    ])
    await limited.session.request('/user/limits', { method: 'PUT', body: { limits: [] } })
    const saved = await saveOne(roomId, (gifUrl) => acts.get(gifUrl)?.includes(never) === true)
    const tray = async (): Promise<string[]> => {
      const gifs = (await (await free.session.request(`/user/wild_cards?room=${roomId}`)).json()) as SavedGifs
      return gifs.map(({ gif_url }) => gif_url)
    }

    await begin(roomId, [limited, free])
    expect(await tray()).toContain(saved)
    await finishAndWait(roomId, [limited, free])
    await limited.session.request('/user/limits', { method: 'PUT', body: { limits: [{ act: never, limit: 'no' }] } })
    await begin(roomId, [limited, free])
    expect(await tray()).not.toContain(saved)
    const { wild_cards: cards } = await shopper.counts()
    let shown = 0
    limited.bot.client.on('receive-gif', ({ gifUrl }) => (shown += Number(gifUrl === saved)))
    const refused = await free.bot.client.send('wild-card-choice', { roomId, gifUrl: saved })
    expect(refused).toMatchObject({ success: false, code: 'NOT_FOR_THIS_BATTLE' })
    await finishAndWait(roomId, [limited, free])
    expect([shown, (await shopper.counts()).wild_cards]).toEqual([0, cards])
  }, 120_000)

  /** The rarest act of what was dealt, if enough is left without it. */
  async function actToLimit(dealt: readonly GifOptionEntry[]): Promise<string | undefined> {
    const acts = await actsByAddress()
    const clips = [...new Set(dealt.map(({ gifUrl }) => gifUrl))].flatMap((gifUrl) => acts.get(gifUrl) ?? []).sort()
    const countOf = (act: string): number => clips.filter((each) => each === act).length
    const [rarest, ...others] = [...new Set(clips)].sort((one, other) => countOf(one) - countOf(other))
    return others.length >= 2 ? rarest : undefined
  }

  async function actsByAddress(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { items } = (await (await administrator.request('/admin/gifs?pageSize=200')).json()) as GifList
    return new Map(items.flatMap(({ gif_url, acts }) => (acts === null ? [] : [[gif_url, acts] as const])))
  }

  const optionsOf = ({ bot }: Player): Promise<readonly GifOptionEntry[]> =>
    new Promise((resolve) => {
      const off = bot.client.on('gif-options', ({ options }) => {
        off()
        resolve(options)
      })
    })

  async function begin(roomId: string, both: readonly Player[]): Promise<readonly GifOptionEntry[]> {
    const dealt = Promise.all(both.map(optionsOf))
    for (const { bot } of both) await bot.must('ready-up', { roomId })
    return (await dealt).flat()
  }

  async function finishAndWait(roomId: string, both: readonly Player[]): Promise<void> {
    const over = new Promise<void>((resolve) => {
      const off = both[0]?.bot.client.on('room-state', ({ phase }) => {
        if (phase !== 'waiting') return
        off?.()
        resolve()
      })
    })
    await both[0]?.bot.must('user-finishes', { roomId })
    for (const { bot } of both) await bot.must('declare-winner', { roomId, winnerId: null })
    await over
  }

  /** What both were dealt in a battle of so many rounds. */
  async function dealtIn(roomId: string, both: readonly Player[], rounds: number): Promise<readonly GifOptionEntry[]> {
    const all = [...(await begin(roomId, both))]
    for (let round = 1; round < rounds; round++) {
      const dealt = Promise.all(both.map(optionsOf))
      for (const { bot } of both) await bot.must('gif-choice', { roomId, index: 1 })
      all.push(...(await dealt).flat())
    }
    await finishAndWait(roomId, both)
    return all
  }

  /** Has the free player save a GIF that it is dealt. */
  async function saveOne(roomId: string, fits: (gifUrl: string) => boolean): Promise<string> {
    for (;;) {
      const dealt = optionsOf(free)
      await begin(roomId, [limited, free])
      const option = (await dealt).find(({ gifUrl }) => fits(gifUrl))
      if (option) await free.bot.must('save-gif-choice', { roomId, index: option.index })
      await finishAndWait(roomId, [limited, free])
      if (option) return option.gifUrl
    }
  }
})
