import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CAMERA_ARGUMENTS } from '@kla/bots'
import { ACCESSIBILITY_FAULTS, readAxe } from '@kla/testkit'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import type { FakeCamera } from './camera.js'
import { skipReady } from './steps.js'

export const VIEWPORTS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** A player's browser with its own camera. */
export interface PlayerBrowser {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page and its console, which tests expect to be empty. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** Starts Chromium with a fake camera and a silent microphone, permitted without a prompt. */
export async function openPlayerBrowser(options: {
  chromiumPath: string
  /** Number of Chromium's own cameras, or one of ours. */
  camera: FakeCamera | number
  baseUrl: string
  viewport?: { readonly width: number; readonly height: number }
  args?: readonly string[]
  /** Makes the page ask for permission; the browser grants it. */
  asks?: boolean
  /** Shows the screen before the first room. */
  firstTime?: boolean
}): Promise<PlayerBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: options.chromiumPath,
    args: [
      ...CAMERA_ARGUMENTS,
      ...(options.args ?? []),
      typeof options.camera === 'number'
        ? `--use-fake-device-for-media-stream=device-count=${options.camera}`
        : `--use-file-for-fake-video-capture=${options.camera.file}`,
    ],
  })
  const context = await browser.newContext({
    baseURL: options.baseUrl,
    viewport: options.viewport ?? VIEWPORTS.desk,
    permissions: [...(options.asks ? [] : ['camera', 'microphone']), 'clipboard-read', 'clipboard-write'],
    // Screenshots show final positions.
    reducedMotion: 'reduce',
  })
  if (!options.firstTime) await skipReady(context)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // These name no address; responses do.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, context, complaints, close: () => browser.close() }
}

/** What has happened to a page since it was loaded. */
export interface PageRecord {
  /** Connections to other browsers. */
  readonly peers: number
  /** Connections to the server in order, with the number of others open at their start and end. */
  readonly sockets: readonly {
    readonly address: string
    readonly besideAtOpen: number
    readonly besideAtEnd: number | null
  }[]
  /** Every notice of a lost connection, however brief. */
  readonly losses: readonly string[]
}

/** Records what leaves no trace in a page; call it before opening the page. */
export const recordPage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sockets: { address: string; besideAtOpen: number; besideAtEnd: number | null }[] = []
    const record = { peers: 0, sockets, losses: [] as string[] }
    let open = 0
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        record.peers += 1
      }
    }
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        this.addEventListener('open', () => {
          const entry = { address: this.url, besideAtOpen: open, besideAtEnd: null as number | null }
          open += 1
          sockets.push(entry)
          this.addEventListener('close', () => {
            open -= 1
            entry.besideAtEnd = open
          })
        })
      }
    }
    const look = (text: string | null): void => {
      const [loss] = /[^.!]*(lost the connection|connection lost|trying to get it back)[^.!]*/i.exec(text ?? '') ?? []
      if (loss !== undefined) record.losses.push(loss)
    }
    const watch = new MutationObserver((mutations) => {
      for (const { addedNodes, target, type } of mutations) {
        if (type === 'characterData') look(target.textContent)
        // The page's own scripts contain these words too.
        for (const node of addedNodes) if (!(node instanceof HTMLScriptElement)) look(node.textContent)
      }
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(globalThis, { record })
  })

export const readRecord = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => (globalThis as unknown as { record: PageRecord }).record)

/** Lists faults that axe finds against WCAG 2.2 AA, a line for each element. */
export async function accessibilityFaults(page: Page, open?: CDPSession): Promise<string[]> {
  // The debugging protocol, because the content policy refuses foreign scripts.
  const session = open ?? (await page.context().newCDPSession(page))
  try {
    await session.send('Runtime.evaluate', { expression: await readAxe() })
    const { result } = await session.send('Runtime.evaluate', {
      expression: ACCESSIBILITY_FAULTS,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value as string[]
  } finally {
    if (!open) await session.detach()
  }
}

/** Saves what a page shows, for people to look at, to SCREENSHOTS_DIR if it is set. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOTS_DIR']
  if (!directory) return
  await mkdir(directory, { recursive: true })
  const width = page.viewportSize()?.width ?? 0
  await page.screenshot({ path: join(directory, `${name}-${width}.png`) })
}

/** Saves a page at both widths, and restores its own. */
export async function keepBothWidths(page: Page, name: string): Promise<void> {
  if (!process.env['SCREENSHOTS_DIR']) return
  const before = page.viewportSize()
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport)
    await keepScreenshot(page, name)
  }
  if (before) await page.setViewportSize(before)
}
