import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { saveFile } from '../../../src/console/kit/save-file.js'

const link = { href: '', download: '', click: jest.fn() }

beforeEach(() => {
  jest.useFakeTimers()
  Object.assign(globalThis, { document: { createElement: () => link } })
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(globalThis, 'document')
})

test('saveFile names the file, and keeps it for browsers that read it after the click', async () => {
  saveFile(new Blob(['id,created_at']), 'reports.csv')
  expect([link.download, link.click.mock.calls.length]).toEqual(['reports.csv', 1])
  jest.advanceTimersByTime(59_000)
  expect(await resolveObjectURL(link.href)?.text()).toBe('id,created_at')
  jest.advanceTimersByTime(1_000)
  expect(resolveObjectURL(link.href)).toBeUndefined()
})
