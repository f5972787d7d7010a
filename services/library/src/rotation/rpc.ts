import {
  accepted,
  type Call,
  exportedPages,
  type Handlers,
  invalidField,
  KlaError,
  type ListCursor,
  listCursor,
  newId,
  type OutboxEvent,
} from '@kla/chassis'
import {
  type Acts,
  GifCondition as Condition,
  GifState as State,
  type LibraryServiceService,
  type ListGifsRequest,
  type ListRotationResponse,
  type RotationEntry,
} from '@kla/proto'
import { type Category, EXPORT_ROWS_MAX, isUuid, type LabelledActs } from '@kla/proto/web'
import type { Examine } from '../media/index.js'
import { actsToProto, gifAddress, isCategory, knownActs } from '../shared/rules.js'
import { authoriseChange } from './audit.js'
import type { BlockStore } from './block-store.js'
import type { BlockedSet } from './blocked-set.js'
import type { BulkStore } from './bulk-store.js'
import { readBulkChange } from './bulk.js'
import type { ExaminationStore } from './examination-store.js'
import type { Gif, GifFilter, GifRows, GifStore } from './gif-store.js'
import {
  type GifCondition,
  gifFreshness,
  type GifState,
  holdReason,
  isStale,
  review,
  type VersionedChange,
} from './rules.js'
import type { DeletionStore, RotationStore } from './store.js'

export interface RotationRpcDeps {
  readonly rotation: Pick<RotationStore, 'version' | 'list'>
  readonly gifs: GifStore
  readonly bulk: BulkStore
  readonly deletions: Pick<DeletionStore, 'remove' | 'hold'>
  readonly blocks: Pick<BlockStore, 'blockGif'>
  readonly blocked: Pick<BlockedSet, 'refresh'>
  readonly examinations: Pick<ExaminationStore, 'found'>
  readonly examine: Examine
  readonly retentionMs: number
  readonly onAdded: () => void
  readonly now: () => number
}

const URLS_MAX = 500
const PAGE_SIZE_MAX = 200

export function rotationHandlers(
  deps: RotationRpcDeps,
): Pick<
  Handlers<typeof LibraryServiceService>,
  | 'listRotation'
  | 'getGif'
  | 'listGifs'
  | 'exportGifs'
  | 'addGifs'
  | 'setGifState'
  | 'setGifActs'
  | 'deleteGif'
  | 'changeGifs'
  | 'undoGifChange'
  | 'setGifHold'
> {
  const { rotation, gifs, bulk, deletions, retentionMs, onAdded, now } = deps
  return {
    listRotation: (request) => listRotation(rotation, request),

    async getGif({ id }, call) {
      await call.administrator('gifs.read')
      const gif = await gifs.find(id)
      if (!gif) throw new KlaError('NOT_FOUND')
      return toProto(gif)
    },

    async listGifs(request, call) {
      await call.administrator('gifs.read')
      const filter = filterOf(request)
      const { next, ...found } = await gifs.list(filter, rowsOf(request, filter))
      const counts = [...found.counts].map(([each, count]) => ({ condition: CONDITIONS[each], count }))
      const cursor = next && gifCursor(filter).write(next)
      return { gifs: found.gifs.map(toProto), total: found.total, counts, next: cursor }
    },

    async *exportGifs({ list }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.read', now)
      if (!list) throw new KlaError('INVALID_FIELD')
      const filter = filterOf(list)
      const total = await gifs.count(filter)
      const details = { ...filter, rows: Math.min(total, EXPORT_ROWS_MAX) }
      await gifs.recordExport(auditEntry({ action: 'gifs.export', details }))
      yield { gifs: [], total }
      const pages = exportedPages(async (page) => {
        const { gifs: rows, next } = await gifs.rows(filter, page)
        return { rows, next }
      })
      for await (const rows of pages) yield { gifs: rows.map(toProto), total }
    },

    /** Idempotent within a request. Errors: INVALID_FIELD. */
    async addGifs({ urls, visible, tags, acts: given }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.manage', now)
      if (urls.length > URLS_MAX) throw invalidField('urls')
      const known = tags.map((tag, at) => checkedCategory(tag, `tags.${at}`))
      const acts = labelledActs(given)
      const addresses = new Set(urls.map((url) => gifAddress(url.trim())).filter((address) => address !== undefined))
      const categories = known.length === 0 ? (['default'] as const) : [...new Set(known)]
      const action = 'gifs.add'
      const eventId = auditEntry.idOf(action, [[...addresses], categories, acts, visible])
      const event = (ids: readonly number[]) => {
        const details = { ids, skipped: urls.length - ids.length, visible, tags: categories, ...(acts && { acts }) }
        return auditEntry({ action, details, eventId })
      }
      const inserted = await gifs.addDrafts([...addresses], { categories, acts }, visible, { eventId, event })
      if (visible && inserted > 0) onAdded()
      return { inserted, skipped: urls.length - inserted }
    },

    /** Errors: GIF_BLOCKED (blocking is final), GIF_FLASHES, CONFLICT, and those of fetching. */
    async setGifState({ id, state, version }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.manage', now)
      const to = fromProto(state)
      if (!to) throw invalidField('state')
      const gif = await gifs.find(id)
      if (!gif) throw new KlaError('NOT_FOUND')
      const { by } = auditEntry
      const freshness = gifFreshness(gif, { by, version }, gif.state === to)
      if (freshness === 'stale') throw new KlaError('CHANGED_MEANWHILE')
      if (freshness === 'repeated') return toProto(gif)
      const todo = accepted(review({ ...gif, contentKnown: gif.contentDigest !== undefined }, to))
      const audit = auditEntry({ action: 'gifs.state', gifId: id, details: { from: gif.state, to } })
      if (todo === 'block') await block(gif, { by, version, audit }, deps, call)
      else if (to !== 'blocked' && todo !== 'nothing') {
        if (todo === 'examine-then-set') await examineContent(gif, deps)
        const set = await gifs.setState(id, to, { by, version, audit })
        if (set === 'stale') throw new KlaError('CHANGED_MEANWHILE')
        if (!set) throw new KlaError('CONFLICT')
      }
      const changed = await gifs.find(id)
      if (!changed) throw new KlaError('NOT_FOUND')
      return toProto(changed)
    },

    async setGifActs({ id, acts: given, version }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.manage', now)
      const to = labelledActs(given)
      const { by } = auditEntry
      const audit = (from: LabelledActs) => auditEntry({ action: 'gifs.acts', gifId: id, details: { from, to } })
      const changed = await gifs.setActs(id, to, { by, version, audit })
      if (changed === 'stale') throw new KlaError('CHANGED_MEANWHILE')
      if (!changed) throw new KlaError('NOT_FOUND')
      return toProto(changed)
    },

    async deleteGif({ id, version }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.manage', now)
      const { by } = auditEntry
      const deleted = await deletions.remove(id, {
        by,
        audit: auditEntry({ action: 'gifs.delete', gifId: id }),
        isStale: (gif) => isStale(gif, { by, version }, false),
      })
      if (deleted === 'stale') throw new KlaError('CHANGED_MEANWHILE')
      if (!deleted) throw new KlaError('NOT_FOUND')
      return { eraseAfterMs: deleted.deletedAtMs + retentionMs, held: deleted.held }
    },

    async changeGifs({ gifs: chosen, change: given, batchId = newId() }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.manage', now)
      const change = readBulkChange(chosen, given, labelledActs)
      if (!isUuid(batchId)) throw invalidField('batch')
      if (!change) throw new KlaError('INVALID_FIELD')
      const changed = await bulk.change(chosen, change, auditEntry, batchId.toLowerCase())
      const { outcomes, checking } = changed
      if (checking) onAdded()
      return {
        outcomes: outcomes.map(({ id, refused = '', gif }) => ({ id, refused, ...(gif && { gif: toProto(gif) }) })),
        batchId: changed.batchId,
      }
    },

    /** Errors: BATCH_NOT_FOUND, TOO_LATE_TO_UNDO. */
    async undoGifChange({ batchId }, call) {
      const auditEntry = await authoriseChange(call, 'gifs.manage', now)
      if (!isUuid(batchId)) throw new KlaError('BATCH_NOT_FOUND')
      const { checking, undoneIds, leftIds, undoneAtMs } = accepted(await bulk.undo(batchId.toLowerCase(), auditEntry))
      if (checking) onAdded()
      return { undoneIds: [...undoneIds], leftIds: [...leftIds], undoneAtMs }
    },

    async setGifHold({ id, held, reason }, call) {
      const auditEntry = await authoriseChange(call, 'holds.manage', now)
      const audit = auditEntry({ action: 'gifs.hold', gifId: id, details: { held } })
      if (!(await deletions.hold(id, held ? accepted(holdReason(reason)).reason : undefined, audit)))
        throw new KlaError('NOT_FOUND')
      return {}
    },
  }
}

/** Sends only the version to callers that know it. */
export async function listRotation(
  rotation: Pick<RotationStore, 'version' | 'list'>,
  { category, knownVersion }: { category: string; knownVersion: string },
): Promise<ListRotationResponse> {
  if (!isCategory(category)) throw invalidField('category')
  if (knownVersion !== '' && knownVersion === (await rotation.version(category))) {
    return { gifs: [], version: knownVersion, unchanged: true }
  }
  const { gifs, version } = await rotation.list(category)
  return { gifs: gifs.map((gif) => ({ ...gif, acts: actsToProto(gif.acts) })), version, unchanged: false }
}

function labelledActs(given: Acts | undefined): LabelledActs {
  if (!given) return null
  const acts = knownActs(given.acts)
  if (!acts) throw invalidField('acts')
  return acts
}

function categoryFilter(category: string): Category | undefined {
  return category === '' ? undefined : checkedCategory(category, 'category')
}

function checkedCategory(given: string, field: string): Category {
  if (!isCategory(given)) throw invalidField(field)
  return given
}

function stateFilter(state: State): GifState | undefined {
  if (state === State.UNSPECIFIED) return undefined
  const known = fromProto(state)
  if (!known) throw invalidField('state')
  return known
}

type BlockDeps = Pick<RotationRpcDeps, 'blocks' | 'blocked' | 'examinations' | 'examine'>

/** Blocks the address first: fetching the content may fail. */
async function block(
  gif: Gif,
  change: VersionedChange & { readonly audit: OutboxEvent },
  deps: BlockDeps,
  call: Call,
): Promise<void> {
  const { blocks, blocked, examinations, examine } = deps
  if ((await blocks.blockGif(gif, change)) === 'stale') throw new KlaError('CHANGED_MEANWHILE')
  await blocked.refresh()
  if (gif.contentDigest !== undefined) return
  try {
    await examinations.found(gif.id, await examine.digest(gif.gifUrl))
    await blocked.refresh()
  } catch (error) {
    call.log.warn({ err: error, id: gif.id }, 'the content of a blocked GIF is not known yet; intake will retry')
  }
}

async function examineContent(gif: Gif, { examinations, examine }: BlockDeps): Promise<void> {
  try {
    await examinations.found(gif.id, await examine.whole(gif.gifUrl))
  } catch (error) {
    // By now the GIF is blocked too.
    if (KlaError.from(error).reason === 'MEDIA_BLOCKED') throw new KlaError('GIF_BLOCKED', undefined, { cause: error })
    throw error
  }
}

const STATES: Readonly<Record<GifState, State>> = {
  draft: State.DRAFT,
  live: State.LIVE,
  hidden: State.HIDDEN,
  blocked: State.BLOCKED,
}

const CONDITIONS: Readonly<Record<GifCondition, Condition>> = {
  checking: Condition.CHECKING,
  broken: Condition.BROKEN,
  draft: Condition.DRAFT,
  live: Condition.LIVE,
  hidden: Condition.HIDDEN,
  blocked: Condition.BLOCKED,
}

const filterOf = ({
  category,
  state,
  condition,
}: Pick<ListGifsRequest, 'category' | 'state' | 'condition'>): GifFilter => ({
  category: categoryFilter(category),
  state: stateFilter(state),
  condition: conditionFilter(condition),
})

/** Rows by the page's number, or by the cursor `after` if there is one. Throws INVALID_FIELD. */
function rowsOf(
  { page, pageSize, after: given = '' }: Pick<ListGifsRequest, 'page' | 'pageSize' | 'after'>,
  filter: GifFilter,
): GifRows {
  if (pageSize < 1 || pageSize > PAGE_SIZE_MAX) throw invalidField('pageSize')
  const cursor = gifCursor(filter).read(given)
  if (cursor) return { limit: pageSize, offset: 0, after: accepted(cursor) }
  if (page < 1) throw invalidField('page')
  return { limit: pageSize, offset: (page - 1) * pageSize }
}

function conditionFilter(given: Condition = Condition.UNSPECIFIED): GifCondition | undefined {
  if (given === Condition.UNSPECIFIED) return undefined
  const known = (Object.keys(CONDITIONS) as GifCondition[]).find((each) => CONDITIONS[each] === given)
  if (!known) throw invalidField('condition')
  return known
}

const fromProto = (state: State): GifState | undefined =>
  (Object.keys(STATES) as GifState[]).find((each) => STATES[each] === state)

const toProto = (gif: Gif): RotationEntry => ({
  id: gif.id,
  gifUrl: gif.gifUrl,
  thumbnail: gif.thumbnail,
  tags: [...gif.tags],
  state: STATES[gif.state],
  condition: CONDITIONS[gif.condition],
  broken: gif.broken,
  refusal: gif.refusal,
  flashes: gif.flashes,
  acts: actsToProto(gif.acts),
  createdAtMs: gif.createdAtMs,
  version: gif.version,
  changedAtMs: gif.changedAtMs,
  changedBy: gif.changedBy,
})

/** Cursors of one filter, newest first. */
const gifCursor = (filter: GifFilter): ListCursor => listCursor(['gifs', filter], ['integer'])
