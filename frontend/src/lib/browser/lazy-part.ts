import { lazy, type ComponentType } from 'react'
import { createLoadPart } from './load-part.js'
import { browserMemory } from './memory.js'
import { pageIsFree } from './page-hold.js'

/** Loads a part of this page. See {@link createLoadPart}. */
export const loadPart = createLoadPart({
  // Its name has a hash of all that follows from it.
  build: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
  memory: browserMemory('sessionStorage'),
  free: pageIsFree,
  siteAnswers: async () => {
    const response = await fetch(document.baseURI, { cache: 'no-store' }).catch(() => undefined)
    return response !== undefined && response.status < 500
  },
  reload: () => window.location.reload(),
})

/** A component that is loaded when it is first shown. */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => loadPart(load))
