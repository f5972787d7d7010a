import { expect, test } from '@jest/globals'
import { forwardedParameters } from '../../src/domain/forwarded-parameters.js'

test('passes on what the configuration lists and nothing else', () => {
  expect(forwardedParameters({ persona: 'Ada', scope: 'bot' }, ['persona'])).toEqual({ persona: 'Ada' })
  expect(forwardedParameters({ persona: 'Ada' }, [])).toEqual({})
})
