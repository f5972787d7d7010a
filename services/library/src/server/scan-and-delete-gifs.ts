import type { ScanAndDeleteGifsRequest, ScanAndDeleteGifsResponse } from '@kla/proto'
import type { CheckLinks } from '../link-health/check-links.js'
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
    const checked = await check(page.limit, page.offset)
    const gone = checked.filter(({ verdict }) => verdict === 'gone').map(({ id }) => id)
    const deleted = await deletions.removeAll(gone, (ids) =>
      audited({ action: 'gifs.scan', details: { ...page, checked: checked.length, deleted: ids } }),
    )
    return { deleted, checked: checked.length }
  })
