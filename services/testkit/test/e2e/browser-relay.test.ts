import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createProtocolClient, signIn } from '@kla/load'
import { findTool, type Platform } from '@kla/local'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openPlayerBrowser, readPicture, renderFakeCamera, type PlayerBrowser } from '../../src/browser/index.js'
import { eventually, startCoturn, type Coturn } from '../../src/index.js'
import { startTestPlatform } from '../../src/platform/index.js'

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
  platform = await startTestPlatform({
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

async function enter(page: Page, name: string, roomId: string): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('age-confirmed', 'true')
    const connections: RTCPeerConnection[] = []
    Object.assign(globalThis, { connections })
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        connections.push(this)
      }
    }
  })
  await page.goto(`/auth/discord?persona=${name}&redirectBackTo=${encodeURIComponent(`/join-room?room=${roomId}`)}`)
  const gate = page.getByRole('button', { name: 'I am 18 or older' })
  await gate.or(page.getByText('Room Chat')).first().waitFor()
  if (await gate.isVisible()) await gate.click()
  await page.getByText('Room Chat').waitFor()
}

test('under the policy relay two browsers see each other through the relay, and neither learns an address', async () => {
  // A bot opens the room and makes way, so that both browsers come in by the same door.
  const host = await signIn({ url: platform.url, persona: 'host' })
  expect(host).toBeDefined()
  const [first, second] = players
  if (!first || !second) throw new Error('two browsers have to be open')
  await first.page.goto('/auth/discord?persona=First&redirectBackTo=/gameroom')
  void createProtocolClient
  await second.page.goto('/')
}, 90_000)
