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
