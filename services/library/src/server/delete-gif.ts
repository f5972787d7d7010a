import { KlaError } from '@kla/chassis'
import type { DeleteGifRequest, DeleteGifResponse } from '@kla/proto'
import type { DeletionStore } from '../store/deletion-store.js'
import type { GifControl } from './gif-control.js'

export const deleteGif = (control: GifControl, deletions: Pick<DeletionStore, 'remove'>, retentionMs: number) =>
  control('gifs.manage', async ({ id }: DeleteGifRequest, _call, audited): Promise<DeleteGifResponse> => {
    const deleted = await deletions.remove(id, audited({ action: 'gifs.delete', gifId: id }))
    if (!deleted) throw new KlaError('NOT_FOUND')
    return { eraseAfterMs: deleted.deletedAtMs + retentionMs, held: deleted.held }
  })
