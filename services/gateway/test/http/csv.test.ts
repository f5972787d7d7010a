import { describe, expect, test } from '@jest/globals'
import { csvLine } from '../../src/http/csv.js'

describe('csvLine', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['\r=a', `"'\r=a"`],
    ['a=b', 'a=b'],
  ])('keeps %j from being a formula', (cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`)
  })

  test('quotes commas, quotation marks and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', null, 7, true, 'ä €'])).toBe(
      '"a,b","say ""hi""","two\nlines",,7,true,ä €\r\n',
    )
  })
})
