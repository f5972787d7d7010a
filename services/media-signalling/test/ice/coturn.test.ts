import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Coturn, coturnInstalled, startCoturn } from '@kla/testkit'
import { mintTurnCredential } from '../../src/ice/index.js'
import { startPeersFor } from '../../src/pairing/events.js'
import { partsOf, type PeerPart, type PeerSession } from '../../src/pairing/rules.js'
import { createTurnClient, relayedAddress, type TurnClient } from '../support/turn-client.js'

const installed = coturnInstalled()
if (!installed) console.error('NOT TESTED: TURN credentials against a real server, for turnserver is not installed')

const secret = 'a secret of this test'
const QUOTA = 4
const mint = (about: Partial<Parameters<typeof mintTurnCredential>[0]> = {}) =>
  mintTurnCredential({ secret, ttlMs: 60_000, nowMs: Date.now(), holder: { accountId: 1 }, ...about })

;(installed ? describe : describe.skip)('a real coturn', () => {
  let coturn: Coturn
  let client: TurnClient
  const clients: TurnClient[] = []

  const allocate = ({ username, credential }: { username: string; credential: string }) => {
    client = createTurnClient(coturn.port)
    clients.push(client)
    return client.allocate(username, credential)
  }

  beforeAll(async () => {
    coturn = await startCoturn(secret, { userQuota: QUOTA })
  })
  afterEach(() => clients.splice(0).forEach((one) => one.close()))
  afterAll(() => coturn.stop())

  test('relays with a minted credential', async () => {
    const answer = await allocate(mint())
    expect(answer).toMatchObject({ success: true, error: 0 })
    expect(relayedAddress(answer)).toBe('127.0.0.1')
  })

  test('rejects a credential of another secret', async () => {
    expect(await allocate(mint({ secret: 'another' }))).toMatchObject({ success: false, error: 401 })
  })

  test('rejects an expired credential', async () => {
    expect(await allocate(mint({ nowMs: Date.now() - 180_000 }))).toMatchObject({ success: false, error: 401 })
  })

  test('rejects a credential with an extended expiry', async () => {
    const { username, credential } = mint()
    const [expiry, opaque] = username.split(':')
    const stretched = { username: `${Number(expiry) + 3_600}:${opaque}`, credential }
    expect(await allocate(stretched)).toMatchObject({ success: false, error: 401 })
  })

  test('limits an account to its quota over many connections in all rooms, without affecting others', async () => {
    const settings = { stunUrls: [], turnUrls: ['turn:turn.kla.test:3478'], turnSecret: secret, turnTtlMs: 60_000 }
    const session = (connection: number): PeerSession => ({
      roomVersion: connection,
      generation: connection,
      policy: 'relay',
      announced: false,
      pair: [
        { socketId: `greedy ${connection}`, accountId: 2 },
        { socketId: `other ${connection}`, accountId: 3 },
      ],
    })
    /** With what media-signalling gives the player's next connection, a second later. */
    const connect = (connection: number, seat: 0 | 1 = 0, roomId = 'r') => {
      const current = session(connection)
      const part = partsOf(current)[seat] as PeerPart
      const start = startPeersFor(
        roomId,
        current,
        part,
        { ...settings, iceTransportPolicy: 'relay' },
        Date.now() + connection * 1_000,
      )
      return allocate(start.iceServers[0] as { username: string; credential: string })
    }
    for (let taken = 0; taken < QUOTA; taken++) expect(await connect(taken)).toMatchObject({ success: true })
    for (let tooMany = QUOTA; tooMany < QUOTA + 2; tooMany++) {
      expect(await connect(tooMany)).toMatchObject({ success: false, error: 486 })
      expect(await connect(tooMany, 0, `room ${tooMany}`)).toMatchObject({ success: false, error: 486 })
    }
    expect(await connect(QUOTA + 2, 1)).toMatchObject({ success: true })
  })

  test('relays to the internet but to no private network', async () => {
    await allocate(mint())
    expect(await client.permit('198.51.100.7')).toMatchObject({ success: true })
    for (const inside of ['10.1.2.3', '192.168.1.1', '172.20.0.1', '169.254.169.254', '127.0.0.1']) {
      expect({ inside, ...(await client.permit(inside)) }).toMatchObject({ inside, success: false, error: 403 })
    }
  })
})
