import { KlaError, type Call, type OutboxFact } from '@kla/chassis'
import type { RotationEntry, SetGifStateRequest } from '@kla/proto'
import type { BlockedSet } from '../blocking/blocked-set.js'
import { review } from '../domain/gif-state.js'
import type { Examine } from '../intake/examine.js'
import type { BlockStore } from '../store/block-store.js'
import type { Gif } from '../store/gif-row.js'
import type { GifStore } from '../store/gif-store.js'
import type { LookStore } from '../store/look-store.js'
import type { GifControl } from './gif-control.js'
import { gifStateOf, rotationEntry } from './rotation-entry.js'

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
