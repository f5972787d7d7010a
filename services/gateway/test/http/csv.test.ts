import { describe, expect, test } from '@jest/globals'
import { csvLine } from '../../src/http/csv.js'

describe('csvLine', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\ta', `"'\ta"`],
    ['\r=a', `"'\r'=a"`],
    ['a=b', 'a=b'],
    ['a -b', 'a -b'],
  ])('keeps %j from being a formula', (cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`)
  })

  test.each([
    ["x;=cmd|' /C calc'!A0;y", `"x;'=cmd|' /C calc'!A0;y"`],
    ['a;+1;-1;@a', `"a;'+1;'-1;'@a"`],
    ['x\t=1', `"x\t'=1"`],
    ['two\n=1', `"two\n'=1"`],
    ['two\r\n=1', `"two\r\n'=1"`],
    ['x;"=1;y', `"x;""'=1;y"`],
    ['a; -b', '"a; -b"'],
    ['a\tb', '"a\tb"'],
  ])('keeps %j from being a formula where semicolons, tabs or line breaks begin a cell', (cell, text) => {
    expect(csvLine([7, cell])).toBe(`7,${text}\r\n`)
  })

  test('quotes commas, quotation marks and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', null, 7, true, 'ä €'])).toBe(
      '"a,b","say ""hi""","two\nlines",,7,true,ä €\r\n',
    )
  })
})
