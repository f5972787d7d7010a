import { setTimeout as sleep } from 'node:timers/promises'
import { linkVerdict, type LinkAnswer, type LinkVerdict } from '../domain/link-verdict.js'
import type { Link, LinkStore } from '../store/link-store.js'
import { askLink, type AskOptions } from './ask-link.js'

export interface CheckedLink extends Link {
  readonly verdict: LinkVerdict
  readonly answer: LinkAnswer | undefined
}

export interface CheckOptions extends AskOptions {
  readonly links: LinkStore
  readonly atOnce: number
  /** For a whole page, milliseconds. */
  readonly withinMs: number
  /** From the first look at a link that did not answer to the second, milliseconds. */
  readonly secondLookMs: number
}

/**
 * Asks one page of links, or the links of some ids, marks those that are broken and answers what was found. What does not answer is looked at twice
 * before it is broken.
 */
export type CheckLinks = (
  which: { readonly limit: number; readonly offset: number } | { readonly ids: readonly number[] },
) => Promise<readonly CheckedLink[]>

/** Links that could not be asked, or not in time, are not among the answers, and stay what they are. */
export const createCheckLinks =
  ({ links, atOnce, withinMs, secondLookMs, ...asking }: CheckOptions): CheckLinks =>
  async (which) => {
    const queue = [...(await ('ids' in which ? links.these(which.ids) : links.page(which.limit, which.offset)))]
    const stop = AbortSignal.timeout(withinMs)
    const checked: CheckedLink[] = []
    const look = async (link: Link): Promise<CheckedLink> => {
      const answer = await askLink(link.gifUrl, asking, stop)
      return { ...link, answer, verdict: linkVerdict(answer) }
    }
    const lookAgain = async (link: Link): Promise<CheckedLink> => {
      await sleep(secondLookMs, undefined, { signal: stop }).catch(() => undefined)
      return look(link)
    }
    const askNext = async (): Promise<void> => {
      for (let link = queue.shift(); link && !stop.aborted; link = queue.shift()) {
        const first = await look(link)
        const found = first.verdict === 'silent' ? await lookAgain(link) : first
        // Its time was cut short.
        if (found.verdict === 'silent' && stop.aborted) return
        if (found.verdict !== 'unasked') checked.push(found)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, askNext))
    const ids = (verdict: LinkVerdict): number[] =>
      checked.filter((link) => link.verdict === verdict).map((link) => link.id)
    await links.mark({ well: ids('well'), gone: ids('gone'), silent: ids('silent') })
    return checked.sort((one, other) => one.id - other.id)
  }
