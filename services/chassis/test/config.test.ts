import { describe, expect, test } from '@jest/globals'
import {
  EnvironmentError,
  integer,
  list,
  milliseconds,
  oneOf,
  readEnvironment,
  readSettings,
  secret,
  text,
  timer,
  webAddress,
} from '@kla/chassis'

describe('readEnvironment', () => {
  test('reads values, falls back to defaults and treats an empty text as absent', () => {
    const values = readEnvironment(
      {
        NAME: text('who it is'),
        PAUSE_MS: milliseconds('how long to wait', 250),
        HOSTS: list('whom to ask', []),
        POLICY: oneOf(['all', 'relay'])('which way', 'all'),
      },
      { NAME: 'kla', PAUSE_MS: '', HOSTS: 'a, b,', POLICY: 'relay' },
    )
    expect(values).toEqual({ NAME: 'kla', PAUSE_MS: 250, HOSTS: ['a', 'b'], POLICY: 'relay' })
  })

  test('reports all faults at once and never prints a secret', () => {
    const read = () =>
      readEnvironment(
        {
          NAME: text('who it is'),
          COUNT: integer('how many'),
          PAUSE_MS: milliseconds('how long'),
          KEY: { ...secret('the key'), parse: () => { throw new Error('is no key') } }, // oxfmt-ignore
        },
        { COUNT: 'many', PAUSE_MS: '0', KEY: 'hunter2' },
      )
    expect(read).toThrow(EnvironmentError)
    expect(read).toThrow(/NAME is missing: who it is/)
    expect(read).toThrow(/COUNT: "many" is not an integer/)
    expect(read).toThrow(/PAUSE_MS: "0" is not above zero/)
    expect(read).toThrow(/KEY: its value is no key/)
    expect(read).not.toThrow(/hunter2/)
  })
})

describe('readSettings', () => {
  test('reads settings under camel-case names', () => {
    const settings = readSettings(
      { GRPC_ADDRESS: text('where'), STOP_WITHIN_MS: milliseconds('how long', 250) },
      { GRPC_ADDRESS: 'here:1' },
    )
    expect(settings).toEqual({ grpcAddress: 'here:1', stopWithinMs: 250 })
  })
})

test('reads no time that is too long for a timer of Node', () => {
  expect(timer('how often').parse('1209600000')).toBe(1_209_600_000)
  for (const other of ['1209600001', '2147483648', '0', '-1'])
    expect(() => timer('how often').parse(other)).toThrow(/is longer than 14 days|is not above zero/)
})

test('reads web addresses without the slash at their end', () => {
  expect(webAddress('the site').parse('https://kla.example/')).toBe('https://kla.example')
  for (const other of ['kla.example', 'ftp://kla.example'])
    expect(() => webAddress('the site').parse(other)).toThrow('is not a web address')
})
