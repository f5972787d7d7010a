import { describe, expect, test } from '@jest/globals'
import { KlaError, outageOf } from '@kla/chassis'
import { JetStreamApiError } from '@nats-io/jetstream'
import {
  ClosedConnectionError,
  ConnectionError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node'

const ofPostgres = (code: string): Error => Object.assign(new Error('of PostgreSQL'), { code })
const ofRedis = (message: string): Error => Object.assign(new Error(message), { name: 'ReplyError' })
const ofNats = (cause?: Error): Error => new RequestError('of NATS', cause && { cause })
const ofJetStream = (code: number): Error =>
  new JetStreamApiError({ code, err_code: 10_000, description: 'of JetStream' })

describe('an outage', () => {
  test.each<[string, Error, string]>([
    ...['08000', '08006', '57P01', '57P02', '57P05', '25P03', '40003'].map(
      (code) => [code, ofPostgres(code), 'lost'] as [string, Error, string],
    ),
    ['25006', ofPostgres('25006'), 'read-only'],
    ['57P03', ofPostgres('57P03'), 'starting'],
    ...['53100', '53200', '53300', '53400', '58030'].map(
      (code) => [code, ofPostgres(code), 'full'] as [string, Error, string],
    ),
    ...['40001', '40P01', '55P03', '57014'].map((code) => [code, ofPostgres(code), 'busy'] as [string, Error, string]),
    ['a socket', ofPostgres('ENETUNREACH'), 'lost'],
    ['no word', new Error('Query read timeout'), 'lost'],
    ['no connection in time', new Error('timeout exceeded when trying to connect'), 'lost'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'lost'],
    ['an unusable connection', new Error('Client has encountered a connection error and is not queryable'), 'lost'],
    ['READONLY', ofRedis("READONLY You can't write against a read only replica."), 'read-only'],
    ['OOM', ofRedis("OOM command not allowed when used memory > 'maxmemory'."), 'full'],
    ['MISCONF', ofRedis('MISCONF Redis is configured to save RDB snapshots'), 'full'],
    ['NOREPLICAS', ofRedis('NOREPLICAS Not enough good replicas to write.'), 'full'],
    ['max number of clients', ofRedis('ERR max number of clients reached'), 'full'],
    ['LOADING', ofRedis('LOADING Redis is loading the dataset in memory'), 'starting'],
    ['MASTERDOWN', ofRedis('MASTERDOWN Link with MASTER is down'), 'lost'],
    ['CLUSTERDOWN', ofRedis('CLUSTERDOWN The cluster is down'), 'lost'],
    ['BUSY', ofRedis('BUSY Redis is busy running a script.'), 'busy'],
    [
      'EXECABORT',
      Object.assign(ofRedis('EXECABORT Transaction discarded'), { previousErrors: [ofRedis('OOM command')] }),
      'full',
    ],
    ['a late command', new Error('Command timed out'), 'lost'],
    ['a closed client', new Error('Connection is closed.'), 'lost'],
    ['no responders', ofNats(new NoRespondersError('a.subject')), 'lost'],
    ['a silent NATS', new TimeoutError(), 'lost'],
    ['a lost connection to NATS', ofNats(), 'lost'],
    ['a closed connection to NATS', new ClosedConnectionError(), 'lost'],
    ['a refused connection to NATS', new ConnectionError('refused', { cause: ofPostgres('ECONNREFUSED') }), 'lost'],
    ['no JetStream', ofNats(ofJetStream(503)), 'lost'],
  ])('is recognized by %s', (_by, error, outage) => {
    expect(outageOf(error)).toBe(outage)
    expect(KlaError.from(error)).toMatchObject({ reason: 'UNAVAILABLE', cause: error })
  })

  test.each<[string, unknown]>([
    ...['23505', '42P01', '42501', '25P02', '22P02', 'ENOENT'].map(
      (code) => [code, ofPostgres(code)] as [string, unknown],
    ),
    ['NOPERM', ofRedis('NOPERM this user has no permissions')],
    ['WRONGTYPE', ofRedis('WRONGTYPE Operation against a key')],
    [
      'EXECABORT',
      Object.assign(ofRedis('EXECABORT Transaction discarded'), { previousErrors: [ofRedis('ERR unknown command')] }),
    ],
    ['a permission of NATS', ofNats(new PermissionViolationError('refused', 'publish', 'a.subject'))],
    ['a certificate of NATS', new ConnectionError('of TLS', { cause: ofPostgres('CERT_HAS_EXPIRED') })],
    ['a refusal of JetStream', ofJetStream(400)],
    ['a defect', new TypeError('x is undefined')],
    ['nothing', undefined],
  ])('is not %s', (_what, error) => {
    expect(outageOf(error)).toBeUndefined()
    expect(KlaError.from(error)).toMatchObject({ reason: 'INTERNAL' })
  })
})
