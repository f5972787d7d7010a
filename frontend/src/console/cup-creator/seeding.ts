import { useState } from 'react'
import type { CupView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useUndo } from '../kit/undo.js'
import { useSeedCupMutation } from './api.js'

/** Account ids, best seed first. */
type Order = readonly number[]

/** Clamps `to` to the ends. */
export function moved(order: Order, id: number, to: number): Order {
  const without = order.filter((other) => other !== id)
  const place = Math.min(Math.max(to, 0), without.length)
  return without.length === order.length ? order : [...without.slice(0, place), id, ...without.slice(place)]
}

/** Withdrawn entries are left out, new ones come last. */
export const reconciled = (arranged: Order, present: Order): Order => [
  ...arranged.filter((id) => present.includes(id)),
  ...present.filter((id) => !arranged.includes(id)),
]

export const sameOrder = (one: Order, other: Order): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

export function useSeeding({ id, name, entries }: CupView) {
  const [arranged, setArranged] = useState<Order | null>(null)
  const [seed, { isLoading }] = useSeedCupMutation()
  const { push } = useUndo()
  const present = entries.map((entry) => entry.id)
  const order = arranged === null ? present : reconciled(arranged, present)

  const save = async () => {
    const { error } = await seed({ id, order: [...order] })
    if (error) {
      toastError(errorText(error, 'Failed to save the seeds.'))
      return
    }
    setArranged(null)
    toastSuccess('Seeds saved.')
    push({ label: `Seeds of ${name}`, undo: () => seed({ id, order: present }).unwrap() })
  }
  return {
    entries: order.flatMap((each, index) => {
      const entry = entries.find((other) => other.id === each)
      return entry ? [{ ...entry, seed: index + 1 }] : []
    }),
    changed: !sameOrder(order, present),
    saving: isLoading,
    move: (entry: number, to: number) => setArranged(moved(order, entry, to)),
    discard: () => setArranged(null),
    save,
  }
}
