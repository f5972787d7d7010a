import { describe, test } from '@jest/globals'
import { RuleTester } from 'eslint'

const {
  default: { rules },
} = await import('../eslint-docstrings.mjs')

RuleTester.describe = describe
RuleTester.it = test
const subject = (word: string) => ({ messageId: 'subject', data: { word } })
const avoided = (word: string) => ({ messageId: 'avoided', data: { word } })
const named = (name: string, code: string) => ({ name, code })

new RuleTester().run('kla/docstrings', rules.docstrings, {
  valid: [
    named('accepts a noun, a verb and True if', '/** Attempts of a name. */\n/** Returns none. */\n/** True if so. */'),
    named(
      'accepts longer words that begin like a listed one',
      '/** Formats text. */\n/** In-memory store. */\n/** Noise. */',
    ),
    named('accepts a docstring that begins with code', '/** `of`: the owner. */'),
    named('accepts any beginning of other comments', '// For tests alone.\n/* Of this file. */'),
    named('accepts avoided words in backticks and in strings', "// The user `nobody` runs it.\nvoid 'nobody'"),
  ],
  invalid: [
    { ...named('reports a preposition', '/** For tests alone. */'), errors: [subject('For')] },
    {
      ...named('reports the first word of several lines', '/**\n * of an account\n * and more\n */'),
      errors: [subject('of')],
    },
    { ...named('reports a pronoun', '/** Whose turn it is. */'), errors: [subject('Whose')] },
    {
      ...named('reports avoided words in any comment', '// Nobody is told.'),
      errors: [avoided('Nobody'), avoided('told')],
    },
    { ...named('reports a phrase across lines', '/**\n * Chosen by\n * lot.\n */'), errors: [avoided('by lot')] },
    {
      ...named('reports both faults', '/** Until somebody comes. */'),
      errors: [subject('Until'), avoided('somebody')],
    },
  ],
})
