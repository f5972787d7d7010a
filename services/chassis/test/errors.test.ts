import { Metadata, status } from '@grpc/grpc-js'
import { describe, expect, test } from '@jest/globals'
import { KlaError, toServiceError } from '@kla/chassis'
import { REASONS, type Reason } from '@kla/proto/web'

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

  test.each([
    ...['57P01', '57P02', '57P03', '53300', '08000', '08006', 'ECONNREFUSED', 'ECONNRESET'].map((code) => [code, 'of pg'] as const),
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Connection terminated due to connection timeout'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
    [undefined, 'timeout exceeded when trying to connect'],
  ])('maps %s, %s, to a lost connection', (code, message) => {
    const cause = Object.assign(new Error(message), { code })
    expect(KlaError.from(cause)).toMatchObject({ reason: 'UNAVAILABLE', cause })
  })

  test.each(['57014', '40001', '23505', '42P01', 'ENOENT'])('does not map %s to a lost connection', (code) => {
    expect(KlaError.from(Object.assign(new Error('of pg'), { code }))).toMatchObject({ reason: 'INTERNAL' })
  })

  test('is internal by default and keeps its cause for the log', () => {
    const cause = new TypeError('x is undefined')
    expect(KlaError.from(cause)).toMatchObject({ reason: 'INTERNAL', message: REASONS.INTERNAL.text, cause })
  })
})
