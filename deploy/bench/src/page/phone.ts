import type { BrowserContextOptions, CDPSession } from 'playwright-core'

/** A mid phone: what Lighthouse calls mobile, as far as a page can see it. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.6,
  isMobile: true,
  hasTouch: true,
}

const BITS = 8
/** A phone's processor takes four times as long as this one. */
const SLOWER = 4
/** What Lighthouse calls slow 4G: kbit/s each way, and the milliseconds from a request to the head of its answer. */
const NETWORK = { downKbits: 1_600, upKbits: 750, roundTripMs: 150 }

/** Slows a page down to the phone's processor and network. */
export async function slowDown(page: CDPSession): Promise<void> {
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.roundTripMs,
    downloadThroughput: (NETWORK.downKbits * 1_000) / BITS,
    uploadThroughput: (NETWORK.upKbits * 1_000) / BITS,
  })
}
