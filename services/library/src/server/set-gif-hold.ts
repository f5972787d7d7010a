import { KlaError } from '@kla/chassis'
import type { SetGifHoldRequest, SetGifHoldResponse } from '@kla/proto'
import { holdReason } from '../domain/hold-reason.js'
import type { DeletionStore } from '../store/deletion-store.js'
import type { GifControl } from './gif-control.js'

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
