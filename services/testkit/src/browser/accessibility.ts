import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds against WCAG 2.2 AA on a page as it stands: a line for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // By the debugging protocol, because the site's content policy rightly refuses a foreign script.
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') })
    const { result } = await session.send('Runtime.evaluate', {
      expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((found) =>
        JSON.stringify(found.violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ': ' + node.target.join(' ')))))`,
      awaitPromise: true,
      returnByValue: true,
    })
    return JSON.parse(result.value as string) as string[]
  } finally {
    await session.detach()
  }
}
