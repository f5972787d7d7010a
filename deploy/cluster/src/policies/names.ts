import { nameOf } from '../manifests/parse.js'
import type { Policy } from './policy.js'

const LONGEST = 63

/** Names are labels of DNS, and nothing is rendered twice. */
export const names: Policy = ({ objects }) => {
  const seen = new Set<string>()
  return objects.flatMap((object) => {
    const name = nameOf(object)
    const key = `${object.metadata.namespace ?? ''}/${name}`
    const faults: string[] = []
    if (object.metadata.name.length > LONGEST) faults.push(`${name}: its name is longer than ${LONGEST} characters`)
    if (seen.has(key)) faults.push(`${name}: is rendered twice`)
    for (const [label, value] of Object.entries(object.metadata.labels ?? {})) {
      if (value.length > LONGEST) faults.push(`${name}: its label ${label} is longer than ${LONGEST} characters`)
    }
    seen.add(key)
    return faults
  })
}
