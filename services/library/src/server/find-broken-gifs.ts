import type { FindBrokenGifsRequest, FindBrokenGifsResponse, GifCheck } from '@kla/proto'
import type { CheckedLink, CheckLinks } from '../link-health/check-links.js'
import type { GifControl } from './gif-control.js'
import { linkPage } from './link-page.js'

export const findBrokenGifs = (control: GifControl, check: CheckLinks) =>
  control('gifs.manage', async (request: FindBrokenGifsRequest): Promise<FindBrokenGifsResponse> => {
    const checked = await check(linkPage(request))
    return { results: checked.map(gifCheck), checked: checked.length }
  })

const gifCheck = ({ id, gifUrl: url, live: visible, verdict, answer }: CheckedLink): GifCheck => ({
  id,
  url,
  ok: verdict === 'well',
  visible,
  status: answer?.status ?? 0,
  contentType: answer?.contentType ?? '',
})
