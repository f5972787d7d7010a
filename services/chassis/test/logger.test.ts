import { Writable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { createDatabase, createLogger } from '@kla/chassis'
import { infrastructure, quietLogger } from '@kla/testkit'

function captured(): { text: () => string; log: ReturnType<typeof createLogger> } {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return { text: () => lines.join(''), log: createLogger({ service: 'test', destination }) }
}

describe('the log', () => {
  test.each(['payload', 'passcode', 'token', 'sessionId', 'email', 'cookie', 'candidate', 'principal', 'credential'])(
    'keeps %s out of the log at every depth',
    (field) => {
      const { text, log } = captured()
      log.info({ [field]: 'hush', request: { [field]: 'hush', body: { [field]: 'hush' } }, kept: 'seen' }, 'a line')
      expect(text()).not.toContain('hush')
      expect(text()).toContain('seen')
    },
  )
})

describe('an error in the log', () => {
  const thrown = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }

  test.each([
    ['a short text that is no JSON', () => JSON.parse('hush hush')],
    ['a long text that is no JSON', () => JSON.parse(`{"type":"offer","sdp":"v=0 ${'x'.repeat(80)}",hush}`)],
    ['a text with quotes and lines that is no JSON', () => JSON.parse('v=0 "\nhush"')],
    ['an address that is none', () => new URL('http://hush:hush@')],
    [
      'fields that a library has put on',
      () => Object.assign(new Error('failed'), { raw: { headers: 'hush' }, body: 'hush' }),
    ],
    ['an e-mail address in a text', () => new Error('no mail to hush.hush+1@mail.example.com')],
    ['a signed token in a text', () => new Error(`Bearer ${'eyJhush'}.eyJodXNo.hush-_ is expired`)],
    ['the cause of another', () => new Error('failed', { cause: thrown(() => JSON.parse('hush')) })],
    ['one of several', () => new AggregateError([thrown(() => JSON.parse('hush')), new Error('me@hush.org')])],
  ])('omits %s', (_, work) => {
    const { text, log } = captured()
    log.error({ err: thrown(work) }, 'it failed')
    expect(text()).not.toContain('hush')
    expect(text()).toContain('"stack"')
  })

  test('omits the value that PostgreSQL rejected and keeps the name of the constraint', async () => {
    const { text, log } = captured()
    const database = createDatabase({ url: infrastructure().postgresUrl, schema: 'public', log: quietLogger() })
    const failing = [
      ['SELECT $1::text::integer', ['hush "hush"']],
      ['SELECT $1::text::json', ['{"a": hush}']],
      ['SELECT $1::text::uuid', ['hush']],
    ] as const
    for (const [statement, values] of failing) {
      await database.query(statement, [...values]).catch((err: unknown) => log.error({ err }, 'it failed'))
    }
    await database.end()
    expect(text()).not.toMatch(/hush/)
    expect(text()).toContain('"code":"22P02"')
    expect(text()).toContain('invalid input syntax for type integer')
  })

  test('keeps its stack and location', () => {
    const { text, log } = captured()
    log.error(
      { err: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', port: 5432 }) },
      'it failed',
    )
    expect(JSON.parse(text()).err).toMatchObject({
      message: 'connect ECONNREFUSED',
      code: 'ECONNREFUSED',
      port: 5432,
      stack: expect.stringContaining('logger.test.ts'),
    })
  })
})
