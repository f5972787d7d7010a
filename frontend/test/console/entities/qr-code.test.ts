import { describe, expect, test } from '@jest/globals'
import { qrPath } from '../../../src/console/entities/qr-code.js'

describe('qrPath', () => {
  test('draws each run of dark modules as one rectangle', () => {
    const path = qrPath([
      [true, true, false],
      [false, false, false],
      [true, false, true],
    ])
    expect(path).toBe('M0 0h2v1H0zM0 2h1v1H0zM2 2h1v1H2z')
  })
})
