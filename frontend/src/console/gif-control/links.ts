import type { ActToken, Category, GifBulk } from '@kla/proto/web'

const LINK_MAX = 2048

const partsOf = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '')

/** Returns distinct http and https links, separated by whitespace. */
export const readLinks = (text: string): string[] => [
  ...new Set(partsOf(text).filter((part) => /^https?:\/\//i.test(part) && part.length <= LINK_MAX)),
]

export const withLink = (text: string, link: string): string =>
  partsOf(text).includes(link) ? text : [text.trimEnd(), link].filter((line) => line !== '').join('\n')

export const withoutLink = (text: string, link: string): string =>
  partsOf(text)
    .filter((part) => part !== link)
    .join('\n')

export const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Links to add with their labels. */
export interface BulkDraft {
  links: string
  visible: boolean
  tag: Category | ''
  acts: readonly ActToken[] | null
}

export const EMPTY_BULK: BulkDraft = { links: '', visible: true, tag: '', acts: null }

/** Limit of `POST /admin/gifs/bulk`. */
export const BULK_LINKS_MAX = 500

export const toBulk = (urls: string[], { visible, tag, acts }: Omit<BulkDraft, 'links'>): GifBulk => ({
  urls,
  visible: visible ? 1 : 0,
  tags: tag === '' ? null : [tag],
  acts: acts && [...acts],
})
