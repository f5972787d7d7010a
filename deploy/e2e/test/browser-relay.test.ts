import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import { otherPicture, type PlayerBrowser, readPicture, showBoth } from '../src/browser/index.js'
import { keepConnections, type Relay, type Scene, startRelay, startScene } from './browser/scene.js'
import { arriveAs, meetInRoom } from './browser/sign-in.js'

let relay: Relay
let scene: Scene
const players: PlayerBrowser[] = []

beforeAll(async () => {
  relay = await startRelay()
  scene = await startScene('browser-relay', { environment: relay.environment })
  for (const pattern of ['warm', 'cool'] as const) players.push(await scene.open(pattern))
}, 120_000)

afterAll(async () => {
  await scene?.close()
  await relay?.stop()
}, 60_000)

/** Everything about candidates that this page's connection knows, own and the other's. */
const candidatesOf = (page: Page): Promise<{ kind: string; local: boolean }[]> =>
  page.evaluate(async () => {
    const connections = (globalThis as unknown as { connections: RTCPeerConnection[] }).connections
    const found: { kind: string; local: boolean }[] = []
    for (const connection of connections) {
      for (const [, entry] of (await connection.getStats()) as unknown as Map<string, Record<string, string>>) {
        const local = entry['type'] === 'local-candidate'
        if (local || entry['type'] === 'remote-candidate') found.push({ kind: entry['candidateType'] ?? '', local })
      }
    }
    return found
  })

describe('a relayed battle', () => {
  test('connects two browsers through coturn under the policy relay and reveals neither address', async () => {
    const [first, second] = players.map(({ page }) => page) as [Page, Page]
    for (const [page, name] of [
      [first, 'First'],
      [second, 'Second'],
    ] as const) {
      await keepConnections(page)
      await arriveAs(page, name)
    }
    await meetInRoom(first, second, 'By relay')
    await showBoth([first, second])

    for (const page of [first, second]) {
      await eventually(async () => expect((await readPicture(otherPicture(page))).frames).toBeGreaterThan(10), 30_000)
      const candidates = await candidatesOf(page)
      expect(candidates.length).toBeGreaterThan(1)
      expect(candidates.filter(({ kind }) => kind !== 'relay')).toEqual([])
    }
  }, 90_000)
})
