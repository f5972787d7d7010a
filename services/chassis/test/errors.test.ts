import { Metadata, status } from '@grpc/grpc-js'
import { describe, expect, test } from '@jest/globals'
import { KlaError, toServiceError } from '@kla/chassis'
import { type Reason, REASONS } from '@kla/proto/web'

const serviceError = (code: number, metadata = new Metadata()) =>
  Object.assign(new Error('from afar'), { code, details: '', metadata })

describe('an error between processes', () => {
  test.each(Object.keys(REASONS) as Reason[])('%s keeps its reason, code and text', (reason) => {
    const sent = toServiceError(new KlaError(reason, 'Räume sind voll – „leider“.'))
    const received = KlaError.from(serviceError(sent.code as number, sent.metadata))
    expect(received).toMatchObject({ reason, code: REASONS[reason].code, message: 'Räume sind voll – „leider“.' })
  })

  test.each([status.UNAVAILABLE, status.CANCELLED, status.DEADLINE_EXCEEDED])(
    'maps status %d without a reason to UNAVAILABLE',
    (code) => {
      expect(KlaError.from(serviceError(code))).toMatchObject({ reason: 'UNAVAILABLE' })
    },
  )

  test('is internal by default and keeps its cause for the log', () => {
    const cause = new TypeError('x is undefined')
    expect(KlaError.from(cause)).toMatchObject({ reason: 'INTERNAL', message: REASONS.INTERNAL.text, cause })
  })
})
