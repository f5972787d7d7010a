import { useTitle } from '../../shared/browser/use-title.js'
import type { Tab } from './tabs.js'

/** A tab that has no screen. */
export function Selected({ slug, title }: Tab) {
  useTitle(title)
  return <h1>Selected: {slug}</h1>
}
