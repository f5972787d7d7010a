import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { coturnInstalled, startCoturn, type Coturn } from '@kla/testkit'
import { mintTurnCredential } from '../../src/ice/index.js'
import { createTurnClient, relayedAddress, type TurnClient } from '../support/turn-client.js'

const installed = coturnInstalled()
if (!installed) console.error('NOT TESTED: TURN credentials against a real server, for turnserver is not installed')

const secret = 'a secret of this test'
const QUOTA = 4
const seatOf = (peerId: string) => ({ roomId: 'r', peerId })
const mint = (about: Partial<Parameters<typeof mintTurnCredential>[0]> = {}) =>
  mintTurnCredential({ secret, ttlMs: 60_000, nowMs: Date.now(), holder: seatOf('a'), ...about })

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

  test('limits a holder to its quota across credentials of different expiry, without affecting others', async () => {
    const greedy = (at: number) => allocate(mint({ holder: seatOf('greedy'), nowMs: Date.now() + at * 1_000 }))
    for (let taken = 0; taken < QUOTA; taken++) expect(await greedy(taken)).toMatchObject({ success: true })
    for (let tooMany = 0; tooMany < 2; tooMany++) expect(await greedy(tooMany)).toMatchObject({ success: false, error: 486 })
    expect(await allocate(mint({ holder: seatOf('other') }))).toMatchObject({ success: true })
  })

  test('relays to the internet but to no private network', async () => {
    await allocate(mint())
    expect(await client.permit('198.51.100.7')).toMatchObject({ success: true })
    for (const inside of ['10.1.2.3', '192.168.1.1', '172.20.0.1', '169.254.169.254', '127.0.0.1']) {
      expect({ inside, ...(await client.permit(inside)) }).toMatchObject({ inside, success: false, error: 403 })
    }
  })
})
