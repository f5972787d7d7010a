import { type Call, KlaError, type OutboxFact } from '@kla/chassis'
import {
  type AddGifsRequest, type AddGifsResponse, type DeleteGifRequest, type DeleteGifResponse, GifState as State,
  type ListGifsRequest, type ListGifsResponse, type ListRotationRequest, type ListRotationResponse, type RotationEntry,
  type SetGifHoldRequest, type SetGifHoldResponse, type SetGifStateRequest,
} from '@kla/proto'
import type { GifControl } from '../shared/gif-control.js'
import { gifAddress, isCategory } from '../shared/rules.js'
import type { BlockStore } from './block-store.js'
import type { BlockedSet } from './blocked-set.js'
import type { Gif, GifStore } from './gif-store.js'
import type { Examine } from './intake.js'
import type { LookStore } from './look-store.js'
import { type GifState, holdReason, review } from './rules.js'
import type { DeletionStore, RotationStore } from './store.js'

export const listRotation =
  (rotation: RotationStore) =>
  async ({ category, knownVersion }: ListRotationRequest): Promise<ListRotationResponse> => {
    if (!isCategory(category)) throw new KlaError('INVALID_FIELD')
    if (knownVersion !== '' && knownVersion === (await rotation.version(category))) {
      return { gifs: [], version: knownVersion, unchanged: true }
    }
    const { gifs, version } = await rotation.list(category)
    return { gifs: [...gifs], version, unchanged: false }
  }

const STATES: Readonly<Record<GifState, State>> = {
  draft: State.DRAFT,
  live: State.LIVE,
  hidden: State.HIDDEN,
  blocked: State.BLOCKED,
}

/** A state as the contract has it, undefined for none of ours. */
const gifStateOf = (state: State): GifState | undefined =>
  (Object.keys(STATES) as GifState[]).find((each) => STATES[each] === state)

const rotationEntry = (gif: Gif): RotationEntry => ({
  id: gif.id,
  gifUrl: gif.gifUrl,
  thumbnail: gif.thumbnail,
  tags: [...gif.tags],
  state: STATES[gif.state],
  broken: gif.broken,
  createdAtMs: gif.createdAtMs,
})

const PAGE_SIZE_MAX = 200

export const listGifs = (control: GifControl, gifs: Pick<GifStore, 'list'>) =>
  control('gifs.read', async ({ page, pageSize, category, state }: ListGifsRequest): Promise<ListGifsResponse> => {
    if (page < 1 || pageSize < 1 || pageSize > PAGE_SIZE_MAX) throw new KlaError('INVALID_FIELD')
    const found = await gifs.list(
      { category: categoryOf(category), state: stateOf(state) },
      { limit: pageSize, offset: (page - 1) * pageSize },
    )
    return { gifs: found.gifs.map(rotationEntry), total: found.total }
  })

function categoryOf(category: string) {
  if (category === '') return undefined
  if (!isCategory(category)) throw new KlaError('INVALID_FIELD')
  return category
}

function stateOf(state: State) {
  if (state === State.UNSPECIFIED) return undefined
  const known = gifStateOf(state)
  if (!known) throw new KlaError('INVALID_FIELD')
  return known
}

const URLS_MAX = 500

/** `onAdded`: there is content to look at. */
export const addGifs = (control: GifControl, gifs: Pick<GifStore, 'addDrafts'>, onAdded: () => void) =>
  control('gifs.manage', async ({ urls, visible, tags }: AddGifsRequest, _call, audited): Promise<AddGifsResponse> => {
    if (urls.length > URLS_MAX || !tags.every(isCategory)) throw new KlaError('INVALID_FIELD')
    const addresses = new Set(urls.map((url) => gifAddress(url.trim())).filter((address) => address !== undefined))
    const categories = tags.length === 0 ? (['default'] as const) : [...new Set(tags)]
    const inserted = await gifs.addDrafts([...addresses], categories, visible, (ids) =>
      audited({ action: 'gifs.add', details: { ids, skipped: urls.length - ids.length, visible, tags: categories } }),
    )
    if (visible && inserted > 0) onAdded()
    return { inserted, skipped: urls.length - inserted }
  })

export interface SetGifStateParts {
  readonly gifs: Pick<GifStore, 'find' | 'setState'>
  readonly blocks: Pick<BlockStore, 'block'>
  readonly blocked: Pick<BlockedSet, 'refresh'>
  readonly looks: Pick<LookStore, 'found'>
  readonly examine: Examine
}

export const setGifState = (control: GifControl, parts: SetGifStateParts) =>
  control('gifs.manage', async ({ id, state }: SetGifStateRequest, call, audited): Promise<RotationEntry> => {
    const to = gifStateOf(state)
    if (!to) throw new KlaError('INVALID_FIELD')
    const gif = await parts.gifs.find(id)
    if (!gif) throw new KlaError('NOT_FOUND')
    const todo = review({ ...gif, contentKnown: gif.contentDigest !== undefined }, to)
    if (typeof todo === 'object') throw new KlaError(todo.refused)
    const fact = audited({ action: 'gifs.state', gifId: id, details: { from: gif.state, to } })
    if (todo === 'block') await block(gif, fact, parts, call)
    else if (to !== 'blocked' && todo !== 'nothing') {
      if (todo === 'look-then-set') await look(gif, parts)
      if (!(await parts.gifs.setState(id, to, fact))) throw new KlaError('CONFLICT')
    }
    const changed = await parts.gifs.find(id)
    if (!changed) throw new KlaError('NOT_FOUND')
    return rotationEntry(changed)
  })

/** The address first, at once; then what it holds, which takes a fetch where nobody has looked yet. */
async function block(gif: Gif, audited: OutboxFact, parts: SetGifStateParts, call: Call): Promise<void> {
  const { blocks, blocked, looks, examine } = parts
  await blocks.block(gif.gifUrl, { audited })
  await blocked.refresh()
  if (gif.contentDigest !== undefined) return
  try {
    await looks.found(gif.id, await examine.digest(gif.gifUrl))
    await blocked.refresh()
  } catch (error) {
    call.log.warn({ err: error, id: gif.id }, 'the content of a blocked GIF is not known yet; it is looked for again')
  }
}

async function look(gif: Gif, { looks, examine }: SetGifStateParts): Promise<void> {
  try {
    await looks.found(gif.id, await examine.whole(gif.gifUrl))
  } catch (error) {
    // Blocked content has come back under this address, and the GIF is blocked by now.
    if (KlaError.from(error).reason === 'MEDIA_BLOCKED') throw new KlaError('GIF_BLOCKED', undefined, { cause: error })
    throw error
  }
}

export const deleteGif = (control: GifControl, deletions: Pick<DeletionStore, 'remove'>, retentionMs: number) =>
  control('gifs.manage', async ({ id }: DeleteGifRequest, _call, audited): Promise<DeleteGifResponse> => {
    const deleted = await deletions.remove(id, audited({ action: 'gifs.delete', gifId: id }))
    if (!deleted) throw new KlaError('NOT_FOUND')
    return { eraseAfterMs: deleted.deletedAtMs + retentionMs, held: deleted.held }
  })

export const setGifHold = (control: GifControl, deletions: Pick<DeletionStore, 'hold'>) =>
  control('holds.manage', async (request: SetGifHoldRequest, _call, audited): Promise<SetGifHoldResponse> => {
    const { id, held } = request
    const fact = audited({ action: 'gifs.hold', gifId: id, details: { held } })
    if (!(await deletions.hold(id, held ? reasonOf(request) : undefined, fact))) throw new KlaError('NOT_FOUND')
    return {}
  })

function reasonOf(request: SetGifHoldRequest): string {
  const checked = holdReason(request.reason)
  if ('refused' in checked) throw new KlaError(checked.refused)
  return checked.reason
}
