import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTool, type Platform } from '@kla/local'
import { type Coturn, startCoturn } from '@kla/testkit'
import type { Page } from 'playwright-core'
import { type FakeCamera, openPlayerBrowser, type PlayerBrowser, renderFakeCamera } from '../../src/browser/index.js'
import { startTestPlatform } from '../../src/platform/index.js'

type Pattern = Parameters<typeof renderFakeCamera>[2]
type BrowserOptions = Partial<Omit<Parameters<typeof openPlayerBrowser>[0], 'chromiumPath' | 'camera'>>

/** A platform and the browsers that a suite opens on it. */
export interface Scene {
  readonly platform: Platform
  /** Base address of the console's pages. */
  readonly consoleUrl: string
  /**
   * Opens a browser, at the player app unless the options have another address. `camera`: the pattern that it films,
   * which takes ffmpeg, or the number of Chromium's own cameras.
   */
  open(camera: Pattern | number, options?: BrowserOptions): Promise<PlayerBrowser>
  /** Closes the browsers in the order of their opening, then the platform. */
  close(): Promise<void>
}

async function pathOf(tool: 'chromium' | 'ffmpeg'): Promise<string> {
  const path = await findTool(tool)
  if (!path) throw new Error(`${tool} has to be here: run the tests with npm test`)
  return path
}

/** Starts a platform for browsers; takes what `startTestPlatform` takes. Throws if Chromium is missing. */
export async function startScene(...given: Parameters<typeof startTestPlatform>): Promise<Scene> {
  const chromiumPath = await pathOf('chromium')
  const platform = await startTestPlatform(...given)
  const directory = await mkdtemp(join(tmpdir(), 'kla-cameras-'))
  const cameras = new Map<Pattern, FakeCamera>()
  const browsers: PlayerBrowser[] = []
  const cameraOf = async (pattern: Pattern): Promise<FakeCamera> => {
    const camera = cameras.get(pattern) ?? (await renderFakeCamera(await pathOf('ffmpeg'), directory, pattern))
    cameras.set(pattern, camera)
    return camera
  }
  return {
    platform,
    consoleUrl: `${platform.url}/${platform.console.path}/`,
    async open(wanted, options) {
      const camera = typeof wanted === 'number' ? wanted : await cameraOf(wanted)
      const browser = await openPlayerBrowser({ baseUrl: platform.url, ...options, chromiumPath, camera })
      browsers.push(browser)
      return browser
    },
    async close() {
      for (const browser of browsers) await browser.close()
      await platform.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A relay, and the settings with which a platform's players connect through it alone. */
export interface Relay extends Coturn {
  readonly environment: Readonly<Record<string, string>>
}

/** Starts a relay that also reaches browsers on this machine. */
export async function startRelay(): Promise<Relay> {
  const secret = 'a secret of this test'
  const coturn = await startCoturn(secret, { loopbackPeers: true })
  const environment = {
    ICE_TRANSPORT_POLICY: 'relay',
    TURN_URLS: `turn:127.0.0.1:${coturn.port}?transport=udp`,
    TURN_SECRET: secret,
  }
  return { ...coturn, environment }
}

/** What {@link keepConnections} puts on a page's window, in the order of the connections. */
export interface Kept {
  readonly connections: RTCPeerConnection[]
  readonly sockets: WebSocket[]
}

/** Makes a page keep its connections where tests find them; call it before opening the page. */
export const keepConnections = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const kept: Kept = { connections: [], sockets: [] }
    Object.assign(globalThis, kept)
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        kept.connections.push(this)
      }
    }
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        kept.sockets.push(this)
      }
    }
  })
