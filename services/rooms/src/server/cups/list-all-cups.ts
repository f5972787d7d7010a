import { pageAt } from '../../domain/cups/page.js'
import { accepted } from './accepted.js'
import { toSummary } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const listAllCups =
  ({ lists, now }: Pick<CupDependencies, 'lists' | 'now'>): CupHandlers['listAllCups'] =>
  async ({ page, pageSize }, call) => {
    await call.administrator('cups.read')
    const { limit, offset } = accepted(pageAt(page, pageSize))
    const { cups, total } = await lists.all(limit, offset)
    const nowMs = now()
    return { cups: cups.map((line) => toSummary(line, nowMs)), total }
  }
