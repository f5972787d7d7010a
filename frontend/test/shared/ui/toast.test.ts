import { expect, test } from '@jest/globals'
import type { toast as Sonner } from 'sonner'
import { takeToasts, toastError, toasterWanted, toastLoading, toastSuccess } from '../../../src/shared/ui/toast.js'

function createToaster() {
  const shown: string[] = []
  const show =
    (kind: string) =>
    (message: string, { id }: { id: string | number }) =>
      shown.push(`${kind} ${message} as ${id}`)
  const toast = { error: show('error'), success: show('success'), loading: show('loading'), getToasts: () => [] }
  return { shown, toast: toast as unknown as typeof Sonner }
}

test('toasts request the toaster, and wait for it in order under their given ids', () => {
  expect(toasterWanted.get()).toBe(false)
  const saving = toastLoading('Saving')
  expect(toasterWanted.get()).toBe(true)
  toastSuccess('Saved', { id: saving })

  const first = createToaster()
  const leave = takeToasts(first.toast)
  expect(first.shown).toEqual([`loading Saving as ${saving}`, `success Saved as ${saving}`])
  const failed = toastError('Lost')
  expect(failed).not.toBe(saving)
  expect(first.shown).toHaveLength(3)

  leave()
  toastSuccess('Found')
  expect(first.shown).toHaveLength(3)
  const second = createToaster()
  takeToasts(second.toast)
  expect(second.shown).toEqual([expect.stringContaining('success Found')])
})
