import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId } from '@kla/chassis'
import { MeetingsServiceService } from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import { createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'

describe('meetings of an account', () => {
  let platform: Platform
  let rooms: RoomsClient
  let meetings: GrpcClient<typeof MeetingsServiceService>

  beforeAll(async () => {
    platform = await createPlatform()
    const pod = await platform.pod()
    rooms = pod.client
    meetings = createTestClient({
      definition: MeetingsServiceService,
      address: `127.0.0.1:${pod.service.ports.grpc}`,
    })
  })
  afterAll(async () => {
    meetings.close()
    await platform.stop()
  })

  const leave = async (accountId: number, roomId: string) =>
    rooms.leaveRoom({ commandId: newId(), roomId }, await platform.principal(accountId))
  const read = async (accountId: number) =>
    (await meetings.listMetOf({ accountId }, await platform.administrator('reports.read'))).met

  test('lists whom an account has met, the latest first, without incident tokens', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const { id } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, id)
    await leave(bob, id)
    await platform.join(rooms, eve, id)
    const met = await read(ada)
    expect(met.map(({ accountId, roomName, mode, seated }) => [accountId, roomName, mode, seated])).toEqual([
      [eve, 'Late evening', 'rush', true],
      [bob, 'Late evening', 'rush', true],
    ])
    expect(JSON.stringify(met)).not.toContain('incident')
    expect((await read(bob)).map(({ accountId }) => accountId)).toEqual([ada])
  })

  test('requires reports.read and an account', async () => {
    const reasonOf = (call: Promise<unknown>) => call.catch((error: { reason?: string }) => error.reason)
    const players = await platform.principal(newAccount())
    const other = await platform.administrator('members.read')
    expect(await reasonOf(meetings.listMetOf({ accountId: 1 }, players))).toBe('NOT_ALLOWED')
    expect(await reasonOf(meetings.listMetOf({ accountId: 1 }, other))).toBe('NOT_ALLOWED')
    expect(await reasonOf(read(0))).toBe('INVALID_FIELD')
  })

  test('counts each player who sat with an account once', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const count = async (accountId: number) => (await meetings.countMet({ accountId }, {})).accounts
    expect(await count(ada)).toBe(0)
    const { id } = await platform.create(rooms, ada)
    for (const other of [bob, eve, bob]) {
      await platform.join(rooms, other, id)
      await leave(other, id)
    }
    expect([await count(ada), await count(bob)]).toEqual([2, 1])
  })
})
