import { CAMERA_ARGUMENTS } from '@kla/bench'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { FakeCamera } from './fake-camera.js'

export const VIEWPORTS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** One person at a browser of their own, with a camera of their own. */
export interface PlayerBrowser {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page and of its console, for a test to find empty at its end. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** Starts Chromium with a fake camera and a silent microphone; permission is given without a prompt. */
export async function openPlayerBrowser(options: {
  chromiumPath: string
  camera: FakeCamera
  baseUrl: string
  viewport?: { readonly width: number; readonly height: number }
}): Promise<PlayerBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: options.chromiumPath,
    args: [...CAMERA_ARGUMENTS, `--use-file-for-fake-video-capture=${options.camera.file}`],
  })
  const context = await browser.newContext({
    baseURL: options.baseUrl,
    viewport: options.viewport ?? VIEWPORTS.desk,
    permissions: ['camera', 'microphone', 'clipboard-read', 'clipboard-write'],
    // Screenshots are of where things come to rest.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // Those name no address; the answers themselves do.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, context, complaints, close: () => browser.close() }
}
