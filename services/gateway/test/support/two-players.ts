import { eventually } from '@kla/testkit'
import type { Service } from '../../src/index.js'
import { newRoom, type TestClient } from './test-client.js'
import type { World } from './world.js'

export interface TwoPlayers {
  readonly roomId: string
  readonly ada: TestClient
  readonly bob: TestClient
}

/** Seats two players in one room, each at the given gateway. */
export async function twoPlayers(
  world: World,
  gateways: readonly [Service, Service],
  people: readonly [number, number] = [1, 2],
): Promise<TwoPlayers> {
  const ada = await world.client(gateways[0], people[0])
  const bob = await world.client(gateways[1], people[1])
  const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
  await bob.ask('join-room', { roomId, passcode: null, role: 'player' })
  await ada.event('user-connected')
  await bob.event('room-user-list')
  await Promise.all([ada, bob].map(hasStateOfBoth))
  return { roomId, ada, bob }
}

/** Waits for the state that follows the arrivals, and forgets it. */
async function hasStateOfBoth(client: TestClient): Promise<void> {
  await eventually(() => client.all('room-state').at(-1)?.players.length === 2)
  client.forget('room-state')
}
