import { ensureTools } from '@kla/local'
import { chromium, type Browser } from 'playwright-core'
import { CAMERA_ARGUMENTS } from './camera-arguments.js'

/** Starts the system's Chromium with a fake camera and microphone, which pages get without a prompt. */
export async function launchChromium(say: (line: string) => void): Promise<Browser> {
  const tools = await ensureTools(['chromium'], say)
  return chromium.launch({
    executablePath: tools.chromium,
    args: [
      ...CAMERA_ARGUMENTS,
      // Of two pages that are looked at in turn none may be slowed because the other is in front.
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
    ],
  })
}
