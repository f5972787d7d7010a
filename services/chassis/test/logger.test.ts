import { expect, test } from '@jest/globals'
import { createLogger } from '@kla/chassis'
import { Writable } from 'node:stream'

function captured(): { lines: string[]; destination: Writable } {
  const lines: string[] = []
  return {
    lines,
    destination: new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  }
}

test.each(['payload', 'passcode', 'token', 'sessionId', 'email', 'cookie', 'candidate', 'principal', 'credential'])(
  'keeps %s out of the log at every depth',
  (field) => {
    const { lines, destination } = captured()
    const log = createLogger({ service: 'test', destination })
    log.info({ [field]: 'hush', request: { [field]: 'hush', body: { [field]: 'hush' } }, kept: 'seen' }, 'a line')
    expect(lines.join('')).not.toContain('hush')
    expect(lines.join('')).toContain('seen')
  },
)
