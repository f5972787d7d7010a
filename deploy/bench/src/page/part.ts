import { ROOT, startPlatform } from '@kla/local'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../browser/launch.js'
import type { Part } from '../result.js'
import { SCREENS } from './screens.js'
import { visitAll } from './visit-all.js'

/** First visits of a phone with an empty cache: what comes over the wire, when it is painted, what keeps it busy. */
export const pagePart: Part = {
  name: 'page',
  async run(options) {
    const webRoot = await copyOfBundle()
    const platform = await startPlatform({ environment: { STATIC_DIR: webRoot, LOG_LEVEL: 'warn' } })
    const browser = await launchChromium(options.say)
    try {
      return await visitAll({ browser, url: platform.url, webRoot }, SCREENS, options)
    } finally {
      await browser.close()
      await platform.close()
      await rm(webRoot, { recursive: true, force: true })
    }
  },
}

/** A folder with the pages as they were built, for somebody to remove. */
export async function copyOfBundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kla-pages-'))
  await cp(`${ROOT}frontend/dist`, folder, { recursive: true })
  return folder
}
