import { expect, test } from '@jest/globals'
import { warningsIn } from '../../src/measure/window.js'

test('counts warnings, errors and other output by message', () => {
  const log = [
    '{"level":30,"msg":"started"}',
    '{"level":40,"msg":"slow"}',
    '{"level":40,"msg":"slow","times":3}',
    'a stack',
    '',
  ].join('\n')
  expect([...warningsIn(log)]).toEqual([
    ['slow', 4],
    ['output that is no log entry', 1],
  ])
})
