import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { findTool, type Platform } from '@kla/local'
import { type Coturn, eventually, startCoturn } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  createRoom,
  inviteLink,
  keepsDiscordName,
  openPlayerBrowser,
  otherPicture,
  passAgeGate,
  type PlayerBrowser,
  readPicture,
  renderFakeCamera,
  showBoth,
} from '../src/browser/index.js'
import { startTestPlatform } from '../src/platform/index.js'

const TURN_SECRET = 'a secret of this test'
let coturn: Coturn
let platform: Platform
let directory: string
const players: PlayerBrowser[] = []

beforeAll(async () => {
  const [chromiumPath, ffmpeg] = await Promise.all([findTool('chromium'), findTool('ffmpeg')])
  if (!chromiumPath || !ffmpeg) throw new Error('Chromium and ffmpeg have to be here: run the tests with npm test')
  directory = await mkdtemp(join(tmpdir(), 'kla-cameras-'))
  coturn = await startCoturn(TURN_SECRET, { loopbackPeers: true })
  platform = await startTestPlatform('browser-relay', {
    environment: {
      ICE_TRANSPORT_POLICY: 'relay',
      TURN_URLS: `turn:127.0.0.1:${coturn.port}?transport=udp`,
      TURN_SECRET,
    },
  })
  for (const pattern of ['warm', 'cool'] as const) {
    const camera = await renderFakeCamera(ffmpeg, directory, pattern)
    players.push(await openPlayerBrowser({ chromiumPath, camera, baseUrl: platform.url }))
  }
}, 120_000)

afterAll(async () => {
  for (const player of players) await player.close()
  await platform?.close()
  await coturn?.stop()
  if (directory) await rm(directory, { recursive: true, force: true })
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

/** Keeps the page's connections where {@link candidatesOf} finds them. */
const watchConnections = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const connections: RTCPeerConnection[] = []
    Object.assign(globalThis, { connections })
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        connections.push(this)
      }
    }
  })

const signedIn = (name: string): string => `/auth/discord?persona=${name}&redirectBackTo=%2Fgameroom`

describe('a relayed battle', () => {
  test('connects two browsers through coturn under the policy relay and reveals neither address', async () => {
    const [first, second] = players.map(({ page }) => page) as [Page, Page]
    for (const [page, name] of [
      [first, 'First'],
      [second, 'Second'],
    ] as const) {
      await watchConnections(page)
      await page.goto(signedIn(name))
      await passAgeGate(page)
    }
    await createRoom(first, 'By relay')
    await second.goto(await inviteLink(first))
    await keepsDiscordName(second)
    await showBoth([first, second])

    for (const page of [first, second]) {
      await eventually(async () => expect((await readPicture(otherPicture(page))).frames).toBeGreaterThan(10), 30_000)
      const candidates = await candidatesOf(page)
      expect(candidates.length).toBeGreaterThan(1)
      expect(candidates.filter(({ kind }) => kind !== 'relay')).toEqual([])
    }
  }, 90_000)
})
