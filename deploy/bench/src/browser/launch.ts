import { ensureTools } from '@kla/local'
import { chromium, type Browser } from 'playwright-core'

/** Starts the system's Chromium with a fake camera and microphone, which pages get without a prompt. */
export async function launchChromium(say: (line: string) => void): Promise<Browser> {
  const tools = await ensureTools(['chromium'], say)
  return chromium.launch({
    executablePath: tools.chromium,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // Of two pages that are looked at in turn none may be slowed because the other is in front.
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
      // Candidates as addresses: names ending in .local would need multicast, which a machine may not have.
      '--disable-features=WebRtcHideLocalIpsWithMdns',
    ],
  })
}
