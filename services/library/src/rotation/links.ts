import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError } from '@kla/chassis'
import type {
  FindBrokenGifsRequest, FindBrokenGifsResponse, GifCheck, ScanAndDeleteGifsRequest, ScanAndDeleteGifsResponse,
} from '@kla/proto'
import { SCAN_MAX, VALIDATION_LIMIT } from '@kla/proto/web'
import type { GifControl } from '../shared/gif-control.js'
import { guardedRequest, type GuardedRequest, type Resolve } from '../shared/guarded-request.js'
import type { AddressRules } from '../shared/rules.js'
import type { Link, LinkStore } from './look-store.js'
import { type LinkAnswer, linkVerdict, type LinkVerdict } from './rules.js'
import type { DeletionStore } from './store.js'

/** Which links a request means; 0 is the usual number of them. */
function linkPage({ limit, offset }: { limit: number; offset: number }): { limit: number; offset: number } {
  if (limit < 0 || limit > SCAN_MAX || offset < 0) throw new KlaError('INVALID_FIELD')
  return { limit: limit === 0 ? VALIDATION_LIMIT : limit, offset }
}

export const findBrokenGifs = (control: GifControl, check: CheckLinks) =>
  control('gifs.manage', async (request: FindBrokenGifsRequest): Promise<FindBrokenGifsResponse> => {
    const checked = await check(linkPage(request))
    return { results: checked.map(gifCheck), checked: checked.length }
  })

const gifCheck = ({ id, gifUrl: url, live: visible, verdict, answer }: CheckedLink): GifCheck => ({
  id,
  url,
  ok: verdict === 'well',
  visible,
  status: answer?.status ?? 0,
  contentType: answer?.contentType ?? '',
})

export const scanAndDeleteGifs = (
  control: GifControl,
  check: CheckLinks,
  deletions: Pick<DeletionStore, 'removeAll'>,
) =>
  control('gifs.manage', async (given: ScanAndDeleteGifsRequest, _call, audited): Promise<ScanAndDeleteGifsResponse> => {
    const page = linkPage(given)
    const { ids: shown } = given
    if (shown.length > SCAN_MAX || !shown.every((id) => Number.isSafeInteger(id) && id > 0)) throw new KlaError('INVALID_FIELD')
    const checked = await check(shown.length === 0 ? page : { ids: shown })
    const broken = checked.filter(({ verdict }) => verdict !== 'well').map(({ id }) => id)
    const deleted = await deletions.removeAll(broken, (ids) =>
      audited({ action: 'gifs.scan', details: { ...(shown.length === 0 ? page : { asked: shown.length }), checked: checked.length, deleted: ids } }),
    )
    return { deleted, checked: checked.length }
  })

interface AskOptions {
  readonly rules: AddressRules
  readonly resolve: Resolve
  /** For one address with all its redirects and both ways to ask, milliseconds. */
  readonly timeoutMs: number
}

/**
 * What an address answers, undefined if nothing that may be asked does: HEAD first, and where that is refused the first
 * byte, as many hosts answer one only.
 */
async function askLink(
  address: string,
  options: AskOptions,
  stop: AbortSignal,
): Promise<LinkAnswer | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(options.timeoutMs), stop])
  const ask = (how: Pick<GuardedRequest, 'method' | 'headers'>): Promise<LinkAnswer> =>
    guardedRequest(address, { ...options, ...how, signal, silenceMs: options.timeoutMs }, async (answer) => ({
      status: answer.status,
      contentType: answer.headers['content-type'] ?? '',
    }))
  try {
    const head = await ask({ method: 'HEAD' }).catch(unlessNotAllowed)
    return head && head.status < 300 ? head : await ask({ method: 'GET', headers: { range: 'bytes=0-0' } })
  } catch {
    return undefined
  }
}

// A host may close the connection on a HEAD; but whom the guard does not ask once it does not ask twice.
function unlessNotAllowed(error: unknown): undefined {
  if (KlaError.from(error).reason === 'MEDIA_NOT_ALLOWED') throw error
}

interface CheckedLink extends Link {
  readonly verdict: LinkVerdict
  readonly answer: LinkAnswer | undefined
}

interface CheckOptions extends AskOptions {
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
