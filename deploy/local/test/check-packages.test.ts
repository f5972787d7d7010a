import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

interface Judgement {
  readonly faults: readonly string[]
  readonly notes: readonly string[]
  readonly unchecked: readonly string[]
}
const { judgeAdvisories, judgeSignatures } = (await import(
  fileURLToPath(new URL('../check-packages.mjs', import.meta.url))
)) as Record<'judgeAdvisories' | 'judgeSignatures', (answer: unknown) => Judgement>

describe('check-packages', () => {
  test('refuses a wrong signature and notes a missing one', () => {
    const answer = { invalid: [{ name: 'a', version: '1.0.0' }], missing: [{ name: 'b', version: '2.0.0' }] }
    expect(judgeSignatures(answer)).toEqual({
      faults: ['the signature of a@1.0.0 is wrong'],
      notes: ['NOT SIGNED: b@2.0.0'],
      unchecked: [],
    })
  })

  test('refuses high and critical advisories and notes lesser ones', () => {
    const vulnerabilities = {
      a: { name: 'a', severity: 'critical', range: '<1' },
      b: { name: 'b', severity: 'moderate', range: '<2' },
      c: { name: 'c', severity: 'high', range: '<3' },
    }
    expect(judgeAdvisories({ vulnerabilities })).toEqual({
      faults: ['an advisory against a <1: critical', 'an advisory against c <3: high'],
      notes: ['ADVISORY: b <2: moderate'],
      unchecked: [],
    })
  })

  test.each([undefined, {}, { error: { code: 'ENOAUDIT' } }, { message: '405' }])(
    'says that nothing was checked when the registry answers %j',
    (answer) => {
      for (const judge of [judgeSignatures, judgeAdvisories]) {
        expect(judge(answer)).toEqual({
          faults: [],
          notes: [],
          unchecked: [expect.stringMatching(/^NOT CHECKED: .*registry could not be reached/)],
        })
      }
    },
  )
})
