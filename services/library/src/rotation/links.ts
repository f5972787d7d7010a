import { setTimeout as sleep } from 'node:timers/promises'
import { type Handlers, invalidField, KlaError } from '@kla/chassis'
import type { GifCheck, LibraryServiceService } from '@kla/proto'
import { SCAN_MAX, VALIDATION_LIMIT } from '@kla/proto/web'
import { type GuardedRequest, guardedRequest, type Resolve } from '../shared/guarded-request.js'
import type { AddressRules } from '../shared/rules.js'
import { authoriseChange } from './audit.js'
import type { Link, LinkStore } from './examination-store.js'
import { type LinkAnswer, type LinkVerdict, linkVerdict } from './rules.js'
import type { DeletionStore } from './store.js'

/** Limits and rules of link checks. */
export interface LinkCheckOptions {
  readonly rules: AddressRules
  readonly resolve: Resolve
  readonly timeoutMs: number
  readonly atOnce: number
  readonly withinMs: number
  readonly secondLookMs: number
}

export interface LinkRpcDeps {
  readonly store: LinkStore
  readonly links: LinkCheckOptions
  readonly deletions: Pick<DeletionStore, 'removeAll'>
  readonly now: () => number
}

export const linkHandlers = ({
  store,
  links,
  deletions,
  now,
}: LinkRpcDeps): Pick<Handlers<typeof LibraryServiceService>, 'findBrokenGifs' | 'scanAndDeleteGifs'> => ({
  async findBrokenGifs(request, call) {
    await call.administrator('gifs.manage')
    const { limit, offset } = pageOf(request)
    const checked = await checkLinks(await store.page(limit, offset), store, links)
    return { results: checked.map(toProto), checked: checked.length }
  },

  /** Deletes once for each request. Errors: INVALID_FIELD. */
  async scanAndDeleteGifs(request, call) {
    const auditEntry = await authoriseChange(call, 'gifs.manage', now)
    const page = pageOf(request)
    const { ids } = request
    if (ids.length > SCAN_MAX || !ids.every((id) => Number.isSafeInteger(id) && id > 0)) throw invalidField('ids')
    const which = ids.length === 0 ? await store.page(page.limit, page.offset) : await store.byIds(ids)
    const checked = await checkLinks(which, store, links)
    const broken = checked.filter(({ verdict }) => verdict !== 'working').map(({ id }) => id)
    const asked = ids.length === 0 ? page : { asked: ids.length }
    const action = 'gifs.scan'
    const eventId = auditEntry.idOf(action, [page, ids])
    const deleted = await deletions.removeAll(broken, auditEntry.by, {
      eventId,
      event: (removed) =>
        auditEntry({ action, details: { ...asked, checked: checked.length, deleted: removed }, eventId }),
    })
    return { deleted, checked: checked.length }
  },
})

function pageOf({ limit, offset }: { limit: number; offset: number }): { limit: number; offset: number } {
  if (limit < 0 || limit > SCAN_MAX) throw invalidField('limit')
  if (offset < 0) throw invalidField('offset')
  return { limit: limit === 0 ? VALIDATION_LIMIT : limit, offset }
}

interface CheckedLink extends Link {
  readonly verdict: LinkVerdict
  readonly answer: LinkAnswer | undefined
}

const toProto = ({ id, gifUrl: url, live: visible, verdict, answer }: CheckedLink): GifCheck => ({
  id,
  url,
  ok: verdict === 'working',
  visible,
  status: answer?.status ?? 0,
  contentType: answer?.contentType ?? '',
})

/** Asks silent links twice; leaves out those not asked in time. */
async function checkLinks(
  given: readonly Link[],
  store: LinkStore,
  options: LinkCheckOptions,
): Promise<readonly CheckedLink[]> {
  const { atOnce, withinMs, secondLookMs } = options
  const queue = [...given]
  const stop = AbortSignal.timeout(withinMs)
  const checked: CheckedLink[] = []
  const check = async (link: Link): Promise<CheckedLink> => {
    const answer = await askLink(link.gifUrl, options, stop)
    return { ...link, answer, verdict: linkVerdict(answer) }
  }
  const checkAgain = async (link: Link): Promise<CheckedLink> => {
    await sleep(secondLookMs, undefined, { signal: stop }).catch(() => undefined)
    return check(link)
  }
  const work = async (): Promise<void> => {
    for (let link = queue.shift(); link && !stop.aborted; link = queue.shift()) {
      const first = await check(link)
      const found = first.verdict === 'silent' ? await checkAgain(link) : first
      if (found.verdict === 'silent' && stop.aborted) return
      if (found.verdict !== 'rate-limited') checked.push(found)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const ids = (verdict: LinkVerdict): number[] =>
    checked.filter((link) => link.verdict === verdict).map((link) => link.id)
  await store.mark({ working: ids('working'), gone: ids('gone'), silent: ids('silent') })
  return checked.sort((a, b) => a.id - b.id)
}

/** Many hosts answer only HEAD or only GET, sent for the first byte. */
async function askLink(
  address: string,
  { rules, resolve, timeoutMs }: LinkCheckOptions,
  stop: AbortSignal,
): Promise<LinkAnswer | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop])
  const ask = (how: Pick<GuardedRequest, 'method' | 'headers'>): Promise<LinkAnswer> =>
    guardedRequest(address, { rules, resolve, ...how, signal, silenceMs: timeoutMs }, async (answer) => ({
      status: answer.status,
      contentType: answer.headers['content-type'] ?? '',
    }))
  try {
    const head = await ask({ method: 'HEAD' }).catch(rethrowNotAllowed)
    return head && head.status < 300 ? head : await ask({ method: 'GET', headers: { range: 'bytes=0-0' } })
  } catch {
    return undefined
  }
}

// Hosts may refuse HEAD; the guard's refusal is final.
function rethrowNotAllowed(error: unknown): undefined {
  if (KlaError.from(error).reason === 'MEDIA_NOT_ALLOWED') throw error
}
