import { type PackedStill, RING_KEPT_MS, STILL_INTERVAL_MS, STILLS_MAX } from '@kla/proto/web'
import { createSource, type Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'
import type { DrawnStill } from './draw-still.js'

interface RingView {
  /** Account id of the person in these pictures. */
  readonly person: number | null
  readonly count: number
}

/** The last seconds of what was shown here, in memory alone. */
export interface StillRing<Source> extends Observable<RingView> {
  /** Sets whose pictures follow. Those of anyone else are dropped. */
  about(person: number): void
  /** Takes a picture now and each second; null takes none and keeps the present ones. */
  film(source: Source | null): void
  /** Stills of this person, oldest first. */
  of(person: number): readonly PackedStill[]
  /** Call when the room is left: drops everything after RING_KEPT_MS, unless a room is filmed by then. */
  dropLater(): void
}

/** Null if there was nothing to draw. */
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
    // Veiled again, or another person, since.
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

/** Loads the drawer with the first picture. Rejects while it cannot be loaded; a later picture tries again. */
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
