import type { GifBulkAnswer } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { BULK_LINKS_MAX, toBulk, type BulkDraft } from './bulk-draft.js'
import { useAddGifsMutation } from './gifs-api.js'
import { inBatches } from './links.js'

/** Adds links, as many calls as that takes. Null where one of them failed: what came before it is added. */
export function useBulkAdd() {
  const [add, { isLoading }] = useAddGifsMutation()

  const addAll = async (links: readonly string[], draft: BulkDraft): Promise<GifBulkAnswer | null> => {
    const counts = { inserted: 0, skipped: 0 }
    for (const urls of inBatches(links, BULK_LINKS_MAX)) {
      const { data } = await add(toBulk(urls, draft))
      if (!data) {
        toastError('Bulk add failed')
        return null
      }
      counts.inserted += data.inserted
      counts.skipped += data.skipped
    }
    toastSuccess(`Added: ${counts.inserted}, Skipped: ${counts.skipped}`)
    return counts
  }
  return { addAll, adding: isLoading }
}
