import { describe, expect, test } from '@jest/globals'
import type { toast as Sonner } from 'sonner'
import { takeToasts, toastError, toasterWanted, toastLoading, toastSuccess } from '../../../src/shared/ui/toast.js'
import { placeBeside } from '../../../src/shared/ui/toaster-place.js'

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
  const leave = takeToasts(first.toast, () => 'bottom-center')
  expect(first.shown).toEqual([`loading Saving as ${saving}`, `success Saved as ${saving}`])
  const failed = toastError('Lost')
  expect(failed).not.toBe(saving)
  expect(first.shown).toHaveLength(3)

  leave()
  toastSuccess('Found')
  expect(first.shown).toHaveLength(3)
  const second = createToaster()
  takeToasts(second.toast, () => 'bottom-center')
  expect(second.shown).toEqual([expect.stringContaining('success Found')])
})

describe('placeBeside', () => {
  const phone = { width: 390, height: 844 }
  const desk = { width: 1440, height: 900 }
  const box = (left: number, top: number) => ({ left, right: left + 100, top, bottom: top + 44 })

  test('keeps the usual place away from the pressed control', () => {
    expect(placeBeside('bottom-center', box(20, 300), phone)).toBe('bottom-center')
    expect(placeBeside('bottom-center', null, phone)).toBe('bottom-center')
  })

  test('moves a toast that would cover the pressed control', () => {
    expect(placeBeside('bottom-center', box(20, 780), phone)).toBe('top-center')
    expect(placeBeside('top-center', box(700, 60), desk)).toBe('bottom-center')
  })

  test('stays beside a control at the edge of a wide screen', () => {
    expect(placeBeside('bottom-center', box(1200, 850), desk)).toBe('bottom-center')
  })
})
