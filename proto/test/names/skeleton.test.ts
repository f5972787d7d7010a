import { describe, expect, test } from '@jest/globals'
import { skeletonOf } from '@kla/proto/names'

describe('skeletons', () => {
  test.each([
    ['Corax', 'Согах'],
    ['C0rax', 'corax'],
    ['Paul', 'РАUL'],
    ['Iris', 'lris'],
    ['Mirna', 'Mima'],
    ['Vava', 'ѴаѴа'],
    ['BEPA', 'Вера'],
    ['tot', 'тот'],
    ['Ada Fox', 'AdaFox'],
    ['Amber', '𝓐mber'],
    ['Amber', 'Ａｍｂｅｒ'],
    ['finch', 'ﬁnch'],
    ['Ada', 'A\u200bda'],
    ['Ada', 'ᎪᏧа'.replace('Ꮷ', 'd')],
    ['José', 'Jose\u0301'],
    ['Alo', 'ΑƖο'],
    ['oooo', 'оοօ০'],
    ['Otter 1', 'Otter I'],
  ])('are the same of "%s" and "%s"', (one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one))
  })

  test.each([
    ['Ada', 'Eda'],
    ['José', 'Jose'],
    ['Владимир', 'Владислав'],
    ['محمد', 'محمود'],
    ['山田', '山本'],
    ['김민수', '김민호'],
  ])('differ of "%s" and "%s"', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one))
  })

  test('are their own skeletons', () => {
    for (const name of ['Corax Otter', 'Владимир', 'محمد', 'Ελένη', 'Mirna', 'İpek', 'ẞeta'])
      expect(skeletonOf(skeletonOf(name))).toBe(skeletonOf(name))
  })
})
