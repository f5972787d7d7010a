import { KlaError } from '@kla/chassis'
import type { DeleteGifRequest, DeleteGifResponse } from '@kla/proto'
import type { GifStore } from '../store/gif-store.js'
import { forGifControl } from './gif-control.js'

export const deleteGif = (gifs: Pick<GifStore, 'remove'>) =>
  forGifControl(async ({ id }: DeleteGifRequest): Promise<DeleteGifResponse> => {
    if (!(await gifs.remove(id))) throw new KlaError('NOT_FOUND')
    return { eraseAfterMs: 0, held: false }
  })
