import { startPlatform } from '@kla/local'
import { launchChromium } from '../browser/launch.js'
import type { RelayTasks } from '../peers/bare-page/relay-main.js'
import type { Part } from '../result.js'
import { startWorker } from '../workers/start-worker.js'
import { joinAll } from './join-all.js'

/** Joins for each run that was asked for: a median of three says little. */
const JOINS_A_RUN = 4

/** How long somebody who takes a seat waits for the other player's picture, on one machine with everything cached. */
export const picturePart: Part = {
  name: 'picture',
  async run({ runs, quick, say }) {
    const relay = startWorker<RelayTasks>('peers/bare-page/relay-main')
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' } })
    const browser = await launchChromium(say)
    try {
      const ground = { browser, url: platform.url, relayUrl: await relay.ask('url', undefined) }
      return await joinAll(ground, quick ? runs : runs * JOINS_A_RUN, say)
    } finally {
      await browser.close()
      await platform.close()
      await relay.stop()
    }
  },
}
