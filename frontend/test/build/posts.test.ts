import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { compilePost } from '../../vite.posts.js'

const post = (matter: string, text = 'Text.') => `---\n${matter}\n---\n\n${text}\n`
const GOOD = 'title: A day\ndate: 2025-09-28'

test('reads front matter and compiles the rest to HTML', () => {
  expect(compilePost(post(GOOD, 'Be *kind*.'))).toEqual({
    title: 'A day',
    date: '2025-09-28',
    html: '<p>Be <em>kind</em>.</p>\n',
  })
})

test('accepts Windows line endings', () => {
  const source = post(GOOD, 'One\n\nTwo')
  expect(compilePost(source.replaceAll('\n', '\r\n'))).toEqual(compilePost(source))
})

test("puts headings below the level of the post's title", () => {
  expect(compilePost(post(GOOD, '# One\n\n## Two\n\n### Three')).html.match(/<h\d>/g)).toEqual(['<h3>', '<h3>', '<h4>'])
})

test('escapes HTML and scripts in a post', () => {
  const { html } = compilePost(post(GOOD, '<script>alert(1)</script>\n\n[x](javascript:alert(1))'))
  expect(html).not.toContain('<script')
  expect(html).not.toContain('javascript:')
})

test.each([
  ['no front matter', 'Just text.'],
  ['no title', post('date: 2025-09-28')],
  ['no date', post('title: A day')],
  ['a day that there is not', post('title: A day\ndate: 2025-13-28')],
  ['a date of another kind', post('title: A day\ndate: 09/28/2025')],
  ['a line of another kind', post(`${GOOD}\nauthor: somebody`)],
])('fails the build for a post with %s', (_, source) => {
  expect(() => compilePost(source)).toThrow()
})

test('compiles every post of the repository, including the first release', async () => {
  const folder = new URL('../../content/news/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const posts = await Promise.all(names.map(async (name) => compilePost(await readFile(new URL(name, folder), 'utf8'))))
  const release = posts.find(({ title }) => title === 'Alpha 1.0 Release')
  for (const feature of [
    'Rush',
    'leaderboard',
    'rooms',
    'GIF saves',
    'Wild Cards',
    'library',
    'category',
    'founders',
  ]) {
    expect(release?.html).toContain(feature)
  }
})
