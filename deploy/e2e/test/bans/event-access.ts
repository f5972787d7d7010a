import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createProtocolClient,
  insist,
  nextEvent,
  type ProtocolClient,
  type Received,
  type Session,
  signIn,
} from '@kla/bots'
import type { Platform } from '@kla/local'
import type { BanScope, ClientEventName, RoomStateData, ServerEvents } from '@kla/proto/web'
import {
  AUDIENCES,
  EVENT_ACCESS,
  EVENT_REQUESTS,
  eventsThatAre,
  eventually,
  PLACES,
  type Sender,
  SENDERS,
  type Target,
  uniqueName,
} from '@kla/testkit'
import type { AdministratorSession } from '../../src/platform/index.js'
import { mustSend, passFor, type PlayedTie, playTie } from './played-tie.js'

export interface EventAccessDeps {
  readonly platform: Platform
  readonly owner: AdministratorSession
  readonly ban: (userId: number, scope: BanScope) => Promise<unknown>
}

/** A sender with all that it has received, and what its events are about. */
interface Cast {
  readonly client: ProtocolClient
  readonly target: Target
}

const WITHIN_MS = 20_000
const LINE = 'between the two of us'

/** Every event by every sender, with the services that own what is asked for. Takes a platform with two gateways. */
export function describeEventAccess(deps: () => EventAccessDeps): void {
  describe('WebSocket events by sender', () => {
    const frames = new Map<ProtocolClient, Received[]>()
    const casts = new Map<Sender, Cast>()
    /** The second players of rooms of the lobby, by room. */
    const companions = new Map<string, ProtocolClient>()
    let tie: PlayedTie
    /** The socketId of the tie's second player. */
    let tiePeer: string
    let openRoomId: string
    let globallyBanned: Session
    let witness: ProtocolClient
    /** Rooms of other tests, which close when they will. */
    let roomsBefore: ReadonlySet<string>

    const urlOf = (gateway: 0 | 1): string => deps().platform.running('gateway')[gateway]!.url
    const signedIn = (name: string, confirmAge = true): Promise<Session> =>
      signIn(deps().platform.url, uniqueName(name), { confirmAge })

    async function connected(session: Session, gateway: 0 | 1 = 0, authenticateBy: 'cookie' | 'nothing' = 'cookie') {
      const client = createProtocolClient({ session, gateways: [urlOf(gateway)], authenticateBy })
      const received: Received[] = []
      frames.set(client, received)
      client.onAny((frame) => received.push(frame))
      await client.connect()
      return client
    }

    async function stateOf(client: ProtocolClient, roomId: string): Promise<RoomStateData> {
      const joined = nextEvent(client, 'room-state', (state) => state.roomId === roomId, { withinMs: WITHIN_MS })
      await mustSend(client, 'sync-room', { roomId })
      return joined
    }

    const peerOf = async (client: ProtocolClient, roomId: string): Promise<string> =>
      (await stateOf(client, roomId)).players.find(({ id }) => id !== client.id)?.socketId ?? ''

    const onTie = (client: ProtocolClient, token: string): Cast => ({
      client,
      target: { roomId: tie.roomId, openRoomId, peer: tiePeer, token },
    })

    const account = async (session: Session): Promise<Cast> => onTie(await connected(session), session.accessToken)

    async function seated(session: Session): Promise<Cast> {
      const [client, companion] = [await connected(session), await connected(await signedIn('companion'), 1)]
      const made = await mustSend(client, 'create-room', EVENT_REQUESTS['create-room']({} as Target))
      const roomId = String(made['roomId'])
      await mustSend(companion, 'join-room', { roomId, passcode: null, role: 'player' })
      companions.set(roomId, companion)
      return { client, target: { roomId, openRoomId, peer: await peerOf(client, roomId), token: session.accessToken } }
    }

    async function banned(scope: BanScope): Promise<Session> {
      const session = await signedIn(`no-${scope}`)
      await deps().ban(session.id, scope)
      return session
    }

    const make: Readonly<Record<Exclude<Sender, 'banned-global'>, () => Promise<Cast>>> = {
      anonymous: async () => onTie(await connected(await signedIn('anonymous'), 0, 'nothing'), 'nobodys'),
      'signed-out': async () => {
        const session = await signedIn('signed-out')
        // With the cookie as it is now, which signing out takes away.
        const kept = { ...session }
        const before = await connected(session)
        await mustSend(before, 'request-room-list', {})
        expect((await session.request('/auth/logout', { method: 'POST' })).status).toBe(200)
        await eventually(() => expect(before.closeCodes).toEqual([4001]))
        return account(kept)
      },
      unverified: async () => account(await signedIn('unverified', false)),
      'age-locked': async () => {
        const session = await signedIn('age-locked', false)
        await session.request('/user/age-attestation', { method: 'POST', body: { over18: false } })
        return account(session)
      },
      seatless: async () => account(await signedIn('seatless')),
      'seated-elsewhere': async () => {
        const session = await signedIn('elsewhere')
        const { client } = await seated(session)
        return onTie(client, session.accessToken)
      },
      seated: async () => seated(await signedIn('seated')),
      battler: async () => onTie(tie.players[0], tie.sessions[0].accessToken),
      spectator: async () => {
        const session = await signedIn('spectator')
        const client = await connected(session, 1)
        await mustSend(client, 'watch-room', { roomId: tie.roomId })
        return onTie(client, session.accessToken)
      },
      judge: async () => {
        const client = await connected(await signedIn('judge'), 0, 'nothing')
        const pass = await passFor(tie, deps().owner)
        await mustSend(client, 'watch-room', { roomId: tie.roomId, pass, bearer: deps().owner.token })
        return onTie(client, 'nobodys')
      },
      'banned-rooms': async () => account(await banned('rooms')),
      'banned-chat': async () => seated(await banned('chat')),
      'banned-api': async () => seated(await banned('api')),
    }

    beforeAll(async () => {
      witness = await connected(await signedIn('witness'), 1)
      const listed = nextEvent(witness, 'public-room-list', () => true, { withinMs: WITHIN_MS })
      await mustSend(witness, 'request-room-list', {})
      roomsBefore = new Set((await listed).rooms.map(({ id }) => id))
      tie = await playTie(deps().platform, deps().owner, connected)
      tiePeer = await peerOf(tie.players[0], tie.roomId)
      const host = await connected(await signedIn('host'))
      openRoomId = String((await mustSend(host, 'create-room', EVENT_REQUESTS['create-room']({} as Target)))['roomId'])
      for (const sender of SENDERS) if (sender !== 'banned-global') casts.set(sender, await make[sender]())
      globallyBanned = await banned('global')
    }, 90_000)
    afterAll(async () => {
      await Promise.all([...frames.keys()].map((client) => client.close()))
    })

    const send = <Name extends ClientEventName>({ client, target }: Cast, event: Name) =>
      insist(client, event, EVENT_REQUESTS[event](target), Date.now() + WITHIN_MS)

    const others = (): ProtocolClient[] => [...tie.players, ...companions.values()]
    const framesOf = (client: ProtocolClient): Received[] => frames.get(client) ?? []

    /** All that others can see of the tie, of the rooms of the lobby and of the list of rooms. */
    async function everything(): Promise<unknown> {
      const seen = [
        ...tie.players.map((player) => [player, tie.roomId] as const),
        ...[...companions].map(([id, client]) => [client, id] as const),
      ]
      const states = []
      for (const [client, roomId] of seen) {
        // Relay credentials are new each time, frames are counted by connection, and the lines of this test are no change.
        states.push({ ...(await stateOf(client, roomId)), startPeers: null, serverTime: 0, seq: 0, lines: [] })
      }
      const isWhole = ({ rooms }: ServerEvents['public-room-list']): boolean =>
        [openRoomId, ...companions.keys()].every((roomId) =>
          rooms.some(({ id, players }) => id === roomId && players === (id === openRoomId ? 1 : 2)),
        )
      // A gateway's list may be half a second old.
      const listed = nextEvent(witness, 'public-room-list', isWhole, { withinMs: WITHIN_MS })
      await mustSend(witness, 'request-room-list', {})
      const rooms = (await listed).rooms
        .filter(({ id }) => !roomsBefore.has(id))
        .map(({ id, players }) => `${id} ${players}`)
      return { states, rooms: rooms.sort() }
    }

    /** Everything that was sent before has arrived once a line has, by either gateway. */
    async function handled(): Promise<void> {
      const [one, two] = tie.players
      for (const [from, to] of [
        [one, two],
        [two, one],
      ] as const) {
        const message = uniqueName('line')
        const arrived = nextEvent(to, 'receive-message', (line) => 'message' in line && line.message === message, {
          withinMs: WITHIN_MS,
        })
        await mustSend(from, 'send-message', { roomId: tie.roomId, message })
        await arrived
      }
    }

    const TICKS: ReadonlySet<string> = new Set(['game-tick', 'public-room-list'])

    test('are refused as the table says, without effect on other players', async () => {
      await handled()
      const before = await everything()
      for (const received of frames.values()) received.length = 0
      const faults: string[] = []
      for (const [sender, cast] of casts) {
        for (const event of eventsThatAre('refused', sender)) {
          const cell = EVENT_ACCESS[event][sender]
          const ack = await send(cast, event)
          const code = ack.success ? 'allowed' : ack.code
          const expected = cell.kind === 'refused' ? cell.reason : cell.kind
          if (code !== expected) faults.push(`${sender}: ${event} is ${code}, not ${expected}`)
        }
      }
      expect(faults).toEqual([])
      // The battler is one of the tie's players and receives its own refused join twice.
      // Leases of the tie's own video are renewed meanwhile.
      const isOwn = (other: ProtocolClient, event: string): boolean =>
        (other === tie.players[0] && event === 'join-error') ||
        (tie.players.includes(other) && event === 'start-watch-peers')
      const leaked = others().flatMap((other) =>
        framesOf(other).filter(({ event }) => !TICKS.has(event) && !isOwn(other, event)),
      )
      expect(leaked).toEqual([])
      await handled()
      expect(await everything()).toEqual(before)
    }, 60_000)

    test('close the connection of a globally banned account', async () => {
      const faults: string[] = []
      for (const event of eventsThatAre('closed', 'banned-global')) {
        const client = await connected(globallyBanned)
        const { target } = onTie(client, globallyBanned.accessToken)
        const answer = client.send(event, EVENT_REQUESTS[event](target)).then(
          (ack) => ack.success,
          () => false,
        )
        await eventually(() => expect(client.closeCodes).toEqual([4003]))
        // A probe is answered before anyone knows who asks, by a sign of life that says nothing.
        if ((await answer) && event !== 'probe') faults.push(event)
        expect(framesOf(client).filter(({ event }) => event !== 'error' && event !== 'alive')).toEqual([])
        frames.delete(client)
      }
      expect(faults).toEqual([])
    }, 60_000)

    test('reach only the players and watchers of a battle', async () => {
      for (const received of frames.values()) received.length = 0
      const [one, two] = tie.players
      const next = nextEvent(one, 'prompt-gif', ({ round }) => round === 2, { withinMs: WITHIN_MS })
      await mustSend(one, 'send-message', { roomId: tie.roomId, message: LINE })
      await mustSend(one, 'offer', { to: tiePeer, payload: { type: 'offer', sdp: LINE } })
      for (const player of tie.players) await mustSend(player, 'gif-choice', { roomId: tie.roomId, index: 1 })
      await next
      await handled()
      const isOfTie = (frame: Received): boolean =>
        [tie.roomId, LINE, one.username, two.username].some((word) => JSON.stringify(frame).includes(word))
      const misled = [...casts].flatMap(([sender, { client }]) => {
        const isIn = PLACES[sender] === 'playing' || PLACES[sender] === 'watching'
        return framesOf(client)
          .filter((frame) => !AUDIENCES[frame.event].includes(PLACES[sender]) || (!isIn && isOfTie(frame)))
          .map(({ event }) => `${sender} receives ${event}`)
      })
      expect(misled).toEqual([])
      for (const sender of ['battler', 'spectator', 'judge'] as const) {
        const events = framesOf(casts.get(sender)!.client).map(({ event }) => event)
        expect(events).toEqual(
          expect.arrayContaining(['receive-message', 'play-drum', 'show-gif', 'receive-gif', 'prompt-gif']),
        )
        expect(events.includes('gif-options')).toBe(sender === 'battler')
      }
    }, 60_000)

    test('are accepted as the table says', async () => {
      const faults: string[] = []
      const last = [...casts].sort(([one], [other]) => Number(one === 'battler') - Number(other === 'battler'))
      for (const [sender, cast] of last) {
        for (const event of eventsThatAre('allowed', sender)) {
          const ack = await send(cast, event)
          if (!ack.success) faults.push(`${sender}: ${event} is ${ack.code}`)
          else await undo(sender, cast, event, 'roomId' in ack ? String(ack.roomId) : openRoomId)
        }
      }
      expect(faults).toEqual([])
    }, 90_000)

    /** Makes a sender what it was, as far as the events that are still to come need it. */
    async function undo(
      sender: Sender,
      { client, target }: Cast,
      event: ClientEventName,
      roomId: string,
    ): Promise<void> {
      const until = Date.now() + WITHIN_MS
      if (event === 'create-room' || event === 'join-room') await insist(client, 'leave-room', { roomId }, until)
      if (event === 'find-match') await insist(client, 'cancel-match', {}, until)
      if (event === 'watch-room' && PLACES[sender] !== 'watching')
        await insist(client, 'stop-watching', { roomId: target.roomId }, until)
    }
  })
}
