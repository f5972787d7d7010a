import { describe, expect, test } from '@jest/globals'
import { readTraceparent, traceparentOf } from '../../src/tracing/spans.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

describe('a traceparent', () => {
  test('is read as it was written', () => {
    const span = { traceId: TRACE, spanId: SPAN, traceFlags: 1 }
    expect(traceparentOf(span)).toBe(`00-${TRACE}-${SPAN}-01`)
    expect(readTraceparent(traceparentOf(span))).toEqual({ ...span, isRemote: true })
  })

  test('keeps only the known flag', () => {
    expect(readTraceparent(`00-${TRACE}-${SPAN}-fe`)?.traceFlags).toBe(0)
    expect(readTraceparent(`00-${TRACE}-${SPAN}-ff`)?.traceFlags).toBe(1)
  })

  test.each([
    '',
    'now',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])('rejects %j', (text) => {
    expect(readTraceparent(text)).toBeUndefined()
  })
})
