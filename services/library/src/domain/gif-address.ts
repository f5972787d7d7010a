/** Longer ones are refused by the database as well. */
const LENGTH_MAX = 2_048

/** An address as it is kept, in the one form in which it is compared; undefined for what is no web address. */
export function gifAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href.length <= LENGTH_MAX ? url.href : undefined
}
