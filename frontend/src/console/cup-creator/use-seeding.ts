import { useState } from 'react'
import type { CupView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useSeedCupMutation } from '../cups/cups-api.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { moved, reconciled, sameOrder, type Order } from './seeding.js'

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
