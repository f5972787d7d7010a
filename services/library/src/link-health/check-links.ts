import { linkVerdict, type LinkAnswer, type LinkVerdict } from '../domain/link-verdict.js'
import type { Link, LinkStore } from '../store/link-store.js'
import { askLink, type AskOptions } from './ask-link.js'

export interface CheckedLink extends Link {
  readonly verdict: LinkVerdict
  readonly answer: LinkAnswer | undefined
}

export interface CheckOptions extends AskOptions {
  readonly links: Pick<LinkStore, 'page' | 'mark'>
  readonly atOnce: number
  /** For a whole page, milliseconds. */
  readonly withinMs: number
}

/** Asks one page of links, marks those that are broken and answers what was found. */
export type CheckLinks = (limit: number, offset: number) => Promise<readonly CheckedLink[]>

/** Links that were not asked in time are not among the answers, and stay what they are. */
export const createCheckLinks =
  ({ links, atOnce, withinMs, ...asking }: CheckOptions): CheckLinks =>
  async (limit, offset) => {
    const queue = [...(await links.page(limit, offset))]
    const stop = AbortSignal.timeout(withinMs)
    const checked: CheckedLink[] = []
    const askNext = async (): Promise<void> => {
      for (let link = queue.shift(); link && !stop.aborted; link = queue.shift()) {
        const answer = await askLink(link.gifUrl, asking, stop)
        // Its time was cut short.
        if (!answer && stop.aborted) return
        checked.push({ ...link, answer, verdict: linkVerdict(answer) })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, askNext))
    const ids = (verdict: LinkVerdict): number[] =>
      checked.filter((link) => link.verdict === verdict).map((link) => link.id)
    await links.mark({ well: ids('well'), gone: ids('gone'), silent: ids('silent') })
    return checked.sort((one, other) => one.id - other.id)
  }
