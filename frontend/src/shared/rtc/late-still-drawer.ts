import type { DrawnStill } from './draw-still.js'

type DrawStill<Source> = (source: Source) => Promise<DrawnStill | null>

/** Loads what draws with the first picture. Rejects while it cannot be loaded; a later picture tries again. */
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
