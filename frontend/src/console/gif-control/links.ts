import type { Category, GifBulk } from '@kla/proto/web'

/** Characters of an address, as the server takes it. */
const LINK_MAX = 2048

const partsOf = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '')

/** The links in a text: what stands between blanks and starts with http or https, each once. */
export const readLinks = (text: string): string[] => [
  ...new Set(partsOf(text).filter((part) => /^https?:\/\//i.test(part) && part.length <= LINK_MAX)),
]

/** A text with one more link, on a line of its own. */
export const withLink = (text: string, link: string): string =>
  partsOf(text).includes(link) ? text : [text.trimEnd(), link].filter((line) => line !== '').join('\n')

/** A text without a link; what is left stands on lines of its own. */
export const withoutLink = (text: string, link: string): string =>
  partsOf(text)
    .filter((part) => part !== link)
    .join('\n')

/** Lists of at most so many. */
export const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

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
