import { describe, expect, test } from '@jest/globals'
import { readOperateOptions, releaseArguments, STEPS } from '@kla/cluster'

describe('readOperateOptions', () => {
  test('takes all steps but the unusual, with four battles, unless asked', () => {
    const { groups, battles } = readOperateOptions([])
    expect([...groups, 'load', 'restore', 'nodes'].sort()).toEqual([...new Set(STEPS.map(({ group }) => group))].sort())
    expect(battles).toBe(4)
  })

  test('takes the named steps in their own order', () => {
    expect(readOperateOptions(['--steps', 'kill,scale', '--battles', '8'])).toEqual({
      groups: ['scale', 'kill'],
      battles: 8,
    })
  })

  test.each([
    [['--steps', 'scale,explode'], 'explode is not one of'],
    [['--battles', '0'], 'must be a number'],
    [['--battles', 'x'], 'must be a number'],
    [['--battles', '1000'], 'must be a number'],
  ])('refuses %j', (args, message) => {
    expect(() => readOperateOptions(args)).toThrow(message)
  })
})

describe('releaseArguments', () => {
  test('upgrades with the values of the installation, and the changed one', () => {
    const installed = releaseArguments('install', ['dev.yaml'])
    const upgraded = releaseArguments('upgrade', ['dev.yaml'], { logLevel: 'warn' })
    expect(upgraded).toEqual(expect.arrayContaining(['--set-json', 'logLevel="warn"', '--wait']))
    const added = new Set(['upgrade', 'logLevel="warn"'])
    expect(upgraded.filter((argument) => !added.has(argument) && !installed.includes(argument))).toEqual([])
    expect(installed.filter((argument) => !upgraded.includes(argument))).toEqual(['install', '--create-namespace'])
  })
})
