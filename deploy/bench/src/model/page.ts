/** Puts text between two markers of a page, in the place of what stands there. Throws if the page has no such markers. */
export function withGenerated(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no place for ${name}`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}
