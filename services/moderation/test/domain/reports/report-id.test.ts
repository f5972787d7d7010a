import { expect, test } from '@jest/globals'
import { drawReportId } from '../../../src/domain/reports/report-id.js'

test('an id is any number of nine digits', () => {
  expect(drawReportId(() => 0)).toBe(100_000_000)
  expect(drawReportId((below) => below - 1)).toBe(999_999_999)
})
