import type { ScanAndDeleteGifsRequest, ScanAndDeleteGifsResponse } from '@kla/proto'
import type { CheckLinks } from '../link-health/check-links.js'
import type { LinkStore } from '../store/link-store.js'
import { forGifControl } from './gif-control.js'
import { linkPage } from './link-page.js'

export const scanAndDeleteGifs = (check: CheckLinks, links: Pick<LinkStore, 'remove'>) =>
  forGifControl(async (request: ScanAndDeleteGifsRequest): Promise<ScanAndDeleteGifsResponse> => {
    const { limit, offset } = linkPage(request)
    const checked = await check(limit, offset)
    const gone = checked.filter(({ verdict }) => verdict === 'gone').map(({ id }) => id)
    return { deleted: await links.remove(gone), checked: checked.length }
  })
