import { useState } from 'react'
import type { CupView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useUndo } from '../kit/undo.js'
import { useSeedCupMutation } from './api.js'

/** An order of ids, best first. */
type Order = readonly number[]

/** The order with one moved to another place; beyond the ends it stays at the end. */
export function moved(order: Order, id: number, to: number): Order {
  const without = order.filter((other) => other !== id)
  const place = Math.min(Math.max(to, 0), without.length)
  return without.length === order.length ? order : [...without.slice(0, place), id, ...without.slice(place)]
}

/** What was arranged, for those who are there now: who is gone is left out, who is new comes last. */
export const reconciled = (arranged: Order, present: Order): Order => [
  ...arranged.filter((id) => present.includes(id)),
  ...present.filter((id) => !arranged.includes(id)),
]

export const sameOrder = (one: Order, other: Order): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

/** The order in which a cup's players are seeded: arranged here, then saved together. */
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
    /** The entries in the order that is arranged. */
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
