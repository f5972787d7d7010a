import type { AdminCupView } from '@kla/proto/web'
import { toastSuccess } from '../../shared/ui/toast.js'
import { useDraft } from '../kit/drafts.js'
import { useSeedCupMutation } from './api.js'
import { AS_SAVED } from './cup-draft.js'
import { useCupChange } from './use-cup-change.js'

/** Account ids, best seed first. */
type Order = readonly number[]

export function moved(order: Order, id: number, to: number): Order {
  const without = order.filter((other) => other !== id)
  const place = Math.min(Math.max(to, 0), without.length)
  return without.length === order.length ? order : [...without.slice(0, place), id, ...without.slice(place)]
}

/** Drops withdrawn entries and appends new ones. */
export const reconciled = (arranged: Order, present: Order): Order => [
  ...arranged.filter((id) => present.includes(id)),
  ...present.filter((id) => !arranged.includes(id)),
]

export const sameOrder = (one: Order, other: Order): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

const orderWords = (cup: AdminCupView, order: Order): string =>
  order
    .map((id, index) => `${index + 1}. ${cup.entries.find((entry) => entry.id === id)?.username || `#${id}`}`)
    .join(', ')

export function useSeeding(cup: AdminCupView) {
  const { id, name, entries, version, changed_at } = cup
  const arranged = useDraft('cup', id, 'seeds', AS_SAVED)
  const [seed, { isLoading }] = useSeedCupMutation()
  const { change, offerUndo } = useCupChange(cup)
  const present = entries.map((entry) => entry.id)
  const order = arranged.unsent ? reconciled(arranged.value.order, present) : present

  const save = async () => {
    const outcome = await change({
      on: arranged.value.basis,
      yours: { Players: orderWords(cup, order) },
      send: (made, over) =>
        seed({
          id,
          order: [
            ...(over
              ? reconciled(
                  order,
                  over.entries.map((entry) => entry.id),
                )
              : order),
          ],
          version: made,
        }),
      failed: 'Failed to save the seeds.',
    })
    if (outcome.kind === 'open') return
    arranged.discard()
    if (outcome.kind !== 'done') return
    const before = outcome.over?.entries.map((entry) => entry.id) ?? present
    toastSuccess('Seeds saved.')
    offerUndo(`Seeds of ${name}`, outcome.answer, (left) => seed({ id, order: [...before], version: left }))
  }
  return {
    entries: order.flatMap((each, index) => {
      const entry = entries.find((other) => other.id === each)
      return entry ? [{ ...entry, seed: index + 1 }] : []
    }),
    changed: !sameOrder(order, present),
    saving: isLoading,
    move: (entry: number, to: number) => {
      const next = moved(order, entry, to)
      if (sameOrder(next, present)) arranged.discard()
      else arranged.change(({ basis }) => ({ order: next, basis: basis.version > 0 ? basis : { version, changed_at } }))
    },
    discard: () => void arranged.discard(),
    save,
  }
}
