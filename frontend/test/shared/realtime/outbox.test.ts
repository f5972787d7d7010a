import { expect, test } from '@jest/globals'
import { traceOf } from '../../../src/shared/realtime/outbox.js'

const commands = Array.from({ length: 1_000 }, () => traceOf('ready-up').trace ?? '')

test('starts a trace for a command and leaves sampling undecided', () => {
  for (const trace of commands) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(new Set(commands).size).toBe(commands.length)
})

test('does not trace chat and signals', () => {
  for (const event of ['send-message', 'offer', 'answer', 'ice-candidate'] as const) expect(traceOf(event)).toEqual({})
})
