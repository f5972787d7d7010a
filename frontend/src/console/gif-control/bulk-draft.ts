import type { Category, GifBulk } from '@kla/proto/web'

/** Links as they are being gathered. */
export interface BulkDraft {
  links: string
  visible: boolean
  tag: Category | ''
}

export const EMPTY_BULK: BulkDraft = { links: '', visible: true, tag: '' }

/** Links in one call (`POST /admin/gifs/bulk`). */
export const BULK_LINKS_MAX = 500

export const toBulk = (urls: string[], { visible, tag }: Pick<BulkDraft, 'visible' | 'tag'>): GifBulk => ({
  urls,
  visible: visible ? 1 : 0,
  tags: tag === '' ? null : [tag],
})
