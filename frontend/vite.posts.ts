import { micromark } from 'micromark'
import type { Plugin } from 'vite'

/** Compiled post with its title and date. */
export interface Post {
  title: string
  date: string
  html: string
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/
const FIELD = /^(title|date): (.+)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A post's title is an h2 of the page. */
const belowTheTitle = (html: string) =>
  html.replaceAll(
    /<(\/?)h([1-4])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.max(3, Number(level) + 1)}>`,
  )

/** Compiles front matter (title, date) and Markdown, escaping HTML. A broken post fails the build. */
export function compilePost(source: string): Post {
  const matter = FRONT_MATTER.exec(source.replaceAll('\r\n', '\n'))
  if (!matter) throw new Error('the post has no front matter')
  const [whole, lines = ''] = matter
  const fields = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const [, key, value] = FIELD.exec(line) ?? []
    if (!key || !value) throw new Error(`the front matter has a line that is neither title nor date: ${line}`)
    fields.set(key, value.trim())
  }
  const [title, date] = [fields.get('title'), fields.get('date')]
  if (!title) throw new Error('the post has no title')
  if (!date || !DAY.test(date) || Number.isNaN(Date.parse(date)))
    throw new Error('the post has no date like 2025-09-28')
  return { title, date, html: belowTheTitle(micromark(source.replaceAll('\r\n', '\n').slice(whole.length))) }
}

/** Makes every Markdown file a module that exports a {@link Post}. */
export const postsPlugin = (): Plugin => ({
  name: 'posts',
  transform: {
    filter: { id: /\/content\/news\/[^/]+\.md$/ },
    handler(source) {
      try {
        return { code: `export default ${JSON.stringify(compilePost(source))}`, map: null, moduleType: 'js' }
      } catch (error) {
        return this.error(error as Error)
      }
    },
  },
})
