import { type PackedStill, RING_KEPT_MS, STILL_INTERVAL_MS, STILLS_MAX } from '@kla/proto/web'
import { createSource, type Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'
import type { DrawnStill } from './draw-still.js'

interface RingView {
  /** Account id of the filmed person. */
  readonly person: number | null
  readonly count: number
}

/** The last seconds shown here, in memory alone. */
export interface StillRing<Source> extends Observable<RingView> {
  /** Drops pictures of anyone else. */
  about(person: number): void
  /** Takes a picture each second; null stops. */
  film(source: Source | null): void
  /** Returns stills oldest first. */
  of(person: number): readonly PackedStill[]
  /** Drops everything after RING_KEPT_MS, unless a room is filmed by then. */
  dropLater(): void
}

type DrawStill<Source> = (source: Source) => Promise<DrawnStill | null>

interface StillRingOptions<Source> {
  clock: Clock
  draw: DrawStill<Source>
}

export function createStillRing<Source>({ clock, draw }: StillRingOptions<Source>): StillRing<Source> {
  const view = createSource<RingView>({ person: null, count: 0 })
  let stills: readonly PackedStill[] = []
  let filming: { readonly source: Source } | null = null
  let drawing = false
  let callOffNext = () => {}
  let callOffDrop = () => {}

  const keep = (next: readonly PackedStill[], person: number | null) => {
    stills = next
    view.set({ person, count: next.length })
  }

  const take = async () => {
    if (filming === null) return
    const from = filming
    callOffNext = clock.after(STILL_INTERVAL_MS, () => void take())
    if (drawing) return
    drawing = true
    const takenAtMs = clock.now()
    const drawn = await draw(from.source).catch(() => null)
    drawing = false
    // Veiled, or another person, meanwhile.
    if (drawn === null || filming !== from) return
    keep([...stills, { takenAtMs, ...drawn }].slice(-STILLS_MAX), view.get().person)
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    about(person) {
      if (person !== view.get().person) keep([], person)
    },
    film(source) {
      if (source === (filming?.source ?? null)) return
      callOffNext()
      filming = source === null ? null : { source }
      if (filming === null) return
      callOffDrop()
      void take()
    },
    of: (person) => (person === view.get().person ? stills : []),
    dropLater() {
      callOffDrop()
      callOffDrop = clock.after(RING_KEPT_MS, () => keep([], null))
    },
  }
}

/** Loads with the first picture; failures are retried. */
export function createLateStillDrawer<Source>(load: () => Promise<() => DrawStill<Source>>): DrawStill<Source> {
  let drawer: Promise<DrawStill<Source>> | null = null
  const loadDrawer = () =>
    load().then(
      (create) => create(),
      (error: unknown) => {
        drawer = null
        throw error
      },
    )
  return async (source) => (await (drawer ??= loadDrawer()))(source)
}
