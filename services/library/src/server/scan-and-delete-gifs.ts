import { KlaError } from '@kla/chassis'
import type { ScanAndDeleteGifsRequest, ScanAndDeleteGifsResponse } from '@kla/proto'
import type { CheckLinks } from '../link-health/check-links.js'
import { SCAN_MAX } from '@kla/proto/web'
import type { DeletionStore } from '../store/deletion-store.js'
import type { GifControl } from './gif-control.js'
import { linkPage } from './link-page.js'

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
