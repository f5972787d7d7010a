import { expect, test } from '@jest/globals'
import { createRareWarnings } from '../../src/ws/rare-warnings.js'

test('logs a thousand failures with one cause twice, and another cause at once', () => {
  const lines: [object, string][] = []
  const due: (() => void)[] = []
  const log = { warn: (fields: object, message: string) => void lines.push([fields, message]) } as never
  const warn = createRareWarnings(log, { after: (_ms, work) => void due.push(work) })
  for (let room = 0; room < 1_000; room++) warn({ room }, 'lost')
  warn({}, 'other')
  expect(lines).toEqual([
    [{ room: 0 }, 'lost'],
    [{}, 'other'],
  ])
  due.splice(0).forEach((work) => work())
  expect(lines.slice(2)).toEqual([[{ room: 999, times: 999 }, 'lost']])
  due.splice(0).forEach((work) => work())
  warn({ room: 1_000 }, 'lost')
  expect(lines.slice(3)).toEqual([[{ room: 1_000 }, 'lost']])
})
