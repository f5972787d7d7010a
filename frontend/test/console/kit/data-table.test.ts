import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'

const css = readFileSync(new URL('../../../src/console/kit/data-table.module.css', import.meta.url), 'utf8')

describe('DataTable', () => {
  test('clamps a snippet to two lines and 400 px (specification of the platform)', () => {
    const [, rule = ''] = /\.text \.content \{([^}]*)\}/.exec(css) ?? []
    expect(rule).toContain('-webkit-line-clamp: 2;')
    expect(rule).toContain('max-width: 400px;')
  })
})
