import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { ROOT } from '../src/root.js'

const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
const section = text.slice(text.indexOf('## How each claim is tested'), text.indexOf('## What a compromise means'))
const claims = section.split(/^- (?=\*\*)/m).slice(1)
const PATH = /`((?:services|deploy|frontend|proto)\/[\w./-]+\.test\.tsx?)`/g

describe('each claim of SECURITY.md', () => {
  test('is found', () => {
    expect(claims.length).toBeGreaterThan(10)
  })

  test.each(claims.map((claim) => [claim.slice(0, claim.indexOf('**', 2)).replaceAll('*', ''), claim]))(
    'names its tests: %s',
    (_name, claim) => {
      const paths = [...claim.matchAll(PATH)].map(([, path]) => path!)
      expect(paths).not.toEqual([])
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    },
  )
})
