import { createElement, lazy, useState, type ComponentType } from 'react'
import { createLoadPart } from './load-part.js'
import { browserMemory } from './memory.js'
import { pageIsFree } from './page-hold.js'

/** Loads a part of this page. See {@link createLoadPart}. */
export const loadPart = createLoadPart({
  // Its name has a hash of all that follows from it.
  build: () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
  memory: browserMemory('sessionStorage'),
  free: pageIsFree,
  siteAnswers: async () => {
    const response = await fetch(document.baseURI, { cache: 'no-store' }).catch(() => undefined)
    return response !== undefined && response.status < 500
  },
  reload: () => window.location.reload(),
})

/**
 * A component that is loaded when it is first shown, or by `load` before. What is there already is drawn at once: React
 * keeps a fallback up for 300 ms, and its `lazy` falls back once even then.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    const part = await loadPart(load)
    loaded = part.default
    return part
  }
  const Later = lazy(loadOnce)
  // Of one and the same kind for as long as it is shown, or it would begin anew.
  const Part = (props: Props) => {
    const [shown] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>))
    return createElement(shown, props)
  }
  return Object.assign(Part, { load: loadOnce })
}
