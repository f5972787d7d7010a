import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

const css = readFileSync(new URL('../../../src/console/kit/data-table.module.css', import.meta.url), 'utf8')

test('a snippet has two lines and at most 400 px, as the specification says', () => {
  const [, rule = ''] = /\.text \.content \{([^}]*)\}/.exec(css) ?? []
  expect(rule).toContain('-webkit-line-clamp: 2;')
  expect(rule).toContain('max-width: 400px;')
})
