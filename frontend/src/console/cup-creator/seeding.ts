import type { AdminCupView } from '@kla/proto/web'
import { toastSuccess } from '../../shared/ui/toast.js'
import { useDraft } from '../kit/drafts.js'
import { useUndo } from '../kit/undo.js'
import { useChange } from '../kit/versions.js'
import { useSeedCupMutation } from './api.js'
import { cupFields, thingOf } from './cup-draft.js'

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

interface Arranged {
  order: Order
  on: number
}

const AS_SAVED: Arranged = { order: [], on: 0 }

const orderWords = (cup: AdminCupView, order: Order): string =>
  order
    .map((id, index) => `${index + 1}. ${cup.entries.find((entry) => entry.id === id)?.username || `#${id}`}`)
    .join(', ')

export function useSeeding(cup: AdminCupView) {
  const { id, name, entries } = cup
  const arranged = useDraft('cup', id, 'seeds', AS_SAVED)
  const [seed, { isLoading }] = useSeedCupMutation()
  const carryOut = useChange()
  const { push } = useUndo()
  const present = entries.map((entry) => entry.id)
  const order = arranged.unsent ? reconciled(arranged.value.order, present) : present

  const save = async () => {
    const outcome = await carryOut({
      thing: thingOf(id),
      name,
      version: arranged.value.on || cup.version,
      before: cupFields(cup),
      yours: { Players: orderWords(cup, order) },
      fieldsOf: cupFields,
      send: (version, over) =>
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
          version,
        }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to save the seeds.',
    })
    if (outcome.kind === 'open') return
    arranged.discard()
    if (outcome.kind !== 'done') return
    const before = outcome.over?.entries.map((entry) => entry.id) ?? present
    toastSuccess('Seeds saved.')
    push({
      label: `Seeds of ${name}`,
      thing: thingOf(id),
      version: outcome.answer.version,
      undo: (left) =>
        seed({ id, order: [...before], version: left })
          .unwrap()
          .then(({ version }) => version),
    })
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
      else arranged.change(({ on }) => ({ order: next, on: on || cup.version }))
    },
    discard: () => void arranged.discard(),
    save,
  }
}
