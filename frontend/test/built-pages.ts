import { findTool } from '@kla/local/tools'
import { type Browser, chromium } from 'playwright-core'

/** Media types of the files that `npm run build:web` makes, by the end of the name. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

let browser: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const executablePath = await findTool('headless-chromium')
  if (!executablePath) throw new Error('Chromium has to be here: run the tests with npm test')
  return chromium.launch({ executablePath })
}

/** Returns the suite's browser, which the first call starts. */
export const suiteBrowser = (): Promise<Browser> => (browser ??= launch())

export const closeBrowser = async (): Promise<void> => {
  await (await browser)?.close()
  browser = undefined
}
